unit Shop;

interface

uses SysUtils;

type
  { A shop. }
  TShop = class(TBase)
  public
    constructor Create;
    function Sell(n: Integer): Boolean;
  end;

implementation

constructor TShop.Create;
begin
  inherited;
end;

function TShop.Sell(n: Integer): Boolean;
var
  i: Integer;
begin
  Result := n > 1;
end;

end.
