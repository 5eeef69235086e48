/** The address of a store as it may be shown. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/.*@/su, "//…@");
}
