// Memory of buffers that is given back at once. V8 collects all garbage whenever 64 MB were allocated outside its heap. To unpack
// documents allocates so much that this would take more time than unpacking.

/**
 * Free the memory of a buffer that has its memory alone, as a large one from `allocUnsafe` or zlib does. Nothing may use it
 * afterwards. The memory of a small one is shared with others (`Buffer.poolSize`) and stays.
 */
export function freeBuffer({ buffer }: Buffer): void {
  if (buffer.byteLength !== Buffer.poolSize) (buffer as ArrayBuffer).transfer(0);
}
