package Shop;
use strict;
use Shop::Item;

# Sells.
sub sell {
  my ($self, $n) = @_;
  return $n > 1;
}
1;
