// Shop.
package shop
import a.b.C
import a.b.D as E
import x.*

/** A shop. */
@Deprecated("x")
open class Shop<T>(val name: String, private var n: Int = 1) : Base(name), Seller {
    companion object { const val LIMIT = 10; fun create(): Shop<Int> = Shop("x") }
    constructor(a: Int) : this("x", a) { log() }
    init { setup() }
    var stock: List<T> = listOf()
        get() = field
        private set
    /** Sells. */
    override suspend fun sell(n: Int, vararg names: String): Boolean {
        if (n > 10) throw IllegalStateException("x")
        require(n > 0) { "bad" }
        when (n) { 1 -> true; else -> false }
        for (x in stock) { x?.go()!!.run() }
        while (a && b || c) {}
        return stock.map { it.y() }.any()
    }
    private fun log() = println("x")
    inner class In { fun run() {} }
}
fun String.shout(): String = uppercase()
fun top(a: Int, f: (Int) -> Unit) { f(a) }
interface Seller { fun sell(n: Int): Boolean }
enum class Kind(val x: Int) {
 ONE(1), TWO(2);
 fun z() {}
}
object Single { fun s() {} }
data class D(val a: Int)
typealias Name = String
const val TOP = 1
val lazyOne by lazy { 1 }
val obj = object : Runnable { override fun run() { help() } }
