/* Entry point of pages whose first use is the search: it need not wait for what other pages need. */
import { startFields } from "./page.js";

startFields(document);
