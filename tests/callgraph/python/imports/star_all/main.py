from pkg import *

shown()
hidden()
