%% A shop.
-module(shop).
-include("shop.hrl").
-export([sell/1]).
-record(item, {name, price = 0}).

%% Sells.
sell(0) -> false;
sell(N) when N > 10 ->
  throw(many);
sell(N) ->
  helper(N).

helper(N) -> N.
