import pkg.deep.leaf
import pkg.deep.leaf as leaf
from pkg import deep

pkg.deep.leaf.one()
leaf.two()
deep.leaf.three()
