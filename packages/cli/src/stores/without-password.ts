/** The address of a store as it may be shown; the address of a standby within it is not. */
export function withoutPassword(address: string): string {
  return address.replace(/([?&]read=)[^&]*/gsu, "$1…").replace(/\/\/.*@/su, "//…@");
}
