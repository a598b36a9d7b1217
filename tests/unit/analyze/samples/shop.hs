module Shop where
import qualified Data.Map as Map
-- | Sells.
sell :: Int -> Bool
sell n = n > 10
data Item = Item { name :: String }
class Seller a where
  check :: a -> Bool
