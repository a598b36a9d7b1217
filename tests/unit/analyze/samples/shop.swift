// File.
import Foundation
@testable import Core.Net
import struct A.B
/// A shop.
@available(*, deprecated, message: "x")
public final class Shop<T>: Base, Seller {
    static let limit = 10
    private var stock: [T] = [], y: Int?
    var name: String { return compute() }
    var age: Int { get { 1 } set { go(newValue) } }
    init(n: Int, _ name: String = "x") { super.init(); setup() }
    deinit { close() }
    /// Sells.
    /// - Parameter n: how many
    @discardableResult
    public static func sell<R>(to n: Int, _ names: String...) async throws -> Bool {
        guard n > 10 else { throw ShopError.bad("x") }
        if n == 1 && a || b { return false }
        for x in stock { x.go()?.run() }
        switch n { case 1: break; default: break }
        let f = { (q: Int) in q + 1 }
        return self.log(n) ? y : z
    }
    subscript(i: Int) -> T { return stock[i] }
    struct In { func run() {} }
    enum Kind: Int { case one = 1, two; case three(Int) }
}
protocol Seller: AnyObject { func sell(n: Int) -> Bool; var x: Int { get } }
extension Shop: Equatable { func extra() {} static func == (a: Shop, b: Shop) -> Bool { true } }
actor Act { func a() async {} }
typealias Name = String
func top(a: Int) { print(a) }
let TOP = 1
#if DEBUG
func dbg() {}
#endif
