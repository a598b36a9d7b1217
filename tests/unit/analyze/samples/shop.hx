package shop;
import haxe.Json;
/** A shop. **/
class Shop extends Base {
  public var name:String;
  public static function make(name:String):Shop {
    return new Shop(name);
  }
  public function new(name:String) { this.name = name; }
}
typedef Item = { price:Int };
