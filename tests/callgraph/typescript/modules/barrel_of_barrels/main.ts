import { api, Client as Http } from "./index";

new Http().get();
api.ping();
