import { even } from "./even.js";

even(4);
