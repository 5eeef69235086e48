/** Nothing: only the scripts of flows and sandboxed extensions would use the sandbox, and there are none. */
module.exports = {};
