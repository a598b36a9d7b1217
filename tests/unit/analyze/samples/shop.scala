// File.
package shop.core
import a.b.C
import a.b.{D, E => F, _}
/** A shop.
  * @param n how many */
@deprecated("x")
abstract class Shop[T](val name: String, private var n: Int = 1) extends Base(name) with Seller {
  val LIMIT = 10
  private var stock: List[T] = Nil
  def this(a: Int) = { this("x", a); log() }
  /** Sells. */
  override protected def sell(n: Int, names: String*)(implicit e: Ec): Boolean = {
    if (n > 10) throw new IllegalArgumentException("x")
    n match { case 1 => true; case _ => false }
    for (x <- stock) x.go().run()
    stock.map(_.y).foreach { z => helper(z) }
    while (a && b || c) {}
    new Foo(1)
  }
  def nope: Int
  class In { def run() = {} }
}
object Shop { def create(): Shop[Int] = new Shop("x") ; type X = Int }
trait Seller extends A with B { def sell(n: Int): Boolean }
case class D(a: Int)
enum Color { case Red, Green }
def top(a: Int) = println(a)
given Int = 1
