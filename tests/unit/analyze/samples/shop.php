<?php
/** File doc. */
namespace App\Core;
use Foo\Bar;
use Foo\{A, B as C};
use function Foo\f;
require_once 'x.php';
include __DIR__ . '/y.php';
const LIMIT = 10;
define('MORE', 1);
/**
 * A shop.
 */
#[Attr(1)]
abstract class Shop extends Base implements Seller, Other {
    use SomeTrait;
    const X = 1;
    public static ?int $count = 0;
    private string $name = "x", $y;
    public function __construct(private int $n, ?string $a = null, &...$rest) { parent::__construct(); }
    /** Sells.
     * @param int $n how many */
    protected static function sell(int $n): ?bool {
        if ($n > 10) { throw new \InvalidArgumentException("x"); }
        foreach ($x as $k => $v) { $v->go(); self::log(); $f(1); \strlen("x"); Foo\g(); $this->a->b(); }
        return $n == 1 && $a ? $b : $c;
    }
    abstract public function nope();
}
interface Seller extends A, B { function s(); }
trait T { function t() {} }
enum Suit: string { case A = "a"; public function label(): string { return match($this) { self::A => "x" }; } }
function top(array $a = []): void { $x = new class(1) extends Foo { function q() {} }; $l = fn($x) => $x; }
if (!function_exists('later')) { function later() {} }
