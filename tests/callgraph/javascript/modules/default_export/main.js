import run, { stop as halt } from "./lib.js";
import * as lib from "./lib.js";

run();
halt();
lib.other();
