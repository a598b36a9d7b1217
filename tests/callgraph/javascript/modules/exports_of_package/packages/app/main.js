import { price } from "@shop/core";
import { tax } from "@shop/core/tax";

price();
tax();
