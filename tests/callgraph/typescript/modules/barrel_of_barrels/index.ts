export * from "./net";
export * as api from "./api";
