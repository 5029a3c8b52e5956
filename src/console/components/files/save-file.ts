/** Gives a file to the reader. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  openFile(address, name);
  URL.revokeObjectURL(address);
}

/** Downloads what is at an address. */
export function openFile(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
