// What the operating system lets this process have: open files, address space, size of a file, memory. With too little, the service would fail later,
// in the middle of its work and with a message of an engine that does not name the cause.
import fs from 'node:fs';
import v8 from 'node:v8';
import { OperatorError } from '../errors.ts';
import { mebibyte, mebibytes } from '../mebibytes.ts';
import { availableMemory } from '../sandbox/memory-shares.ts';

export interface ProcessLimits {
  /** Undefined where the limit cannot be read, or there is none. */
  readonly openFiles: number | undefined;
  /** Bytes; undefined as above. */
  readonly addressSpace: number | undefined;
  /** Bytes; undefined as above. */
  readonly fileSize: number | undefined;
  /** Bytes that V8 lets the heap take. */
  readonly heap: number;
  /** Bytes of the machine, or of the cgroup. */
  readonly memory: number;
}

/** An idle service has about 200 files open, and each version that is read a few more. */
const leastOpenFiles = 512;
/**
 * V8 reserves, and does not use, up to 10 GiB for each memory of WebAssembly, such as that of the embedded database. A service that was
 * limited to 32 GiB started at times.
 */
const leastAddressSpace = 64 * 1024 * mebibyte;
/** A version of a large organisation. The state alone has files of 16 MiB. */
const leastFileSize = 1024 * mebibyte;
/** A service at rest uses some 100 MiB of its heap, and a start some more. */
const leastHeap = 192 * mebibyte;
/** The least share of the service, and a build with the least memory that can be configured. */
const leastMemory = 768 * mebibyte;

/** @throws OperatorError that names the first limit that is too low, and how it is raised */
export function requireLimits(limits = limitsOfProcess()): void {
  const { openFiles = Infinity, addressSpace = Infinity, fileSize = Infinity, heap, memory } = limits;
  if (openFiles < leastOpenFiles) {
    throw new OperatorError(
      `this process may open ${openFiles} files, and the service needs ${leastOpenFiles}; raise the limit: \`ulimit -n 4096\`, or LimitNOFILE=4096 in its systemd unit`,
    );
  }
  if (addressSpace < leastAddressSpace) {
    throw new OperatorError(
      `this process may reserve ${mebibytes(addressSpace)} of addresses, and the service needs ${mebibytes(leastAddressSpace)}, most of which it never uses; remove the limit: \`ulimit -v unlimited\`, or LimitAS=infinity in its systemd unit, where MemoryMax limits the memory that is used`,
    );
  }
  if (fileSize < leastFileSize) {
    throw new OperatorError(
      `this process may write files of ${mebibytes(fileSize)}, and the service needs ${mebibytes(leastFileSize)}; raise the limit: \`ulimit -f unlimited\`, or LimitFSIZE=infinity in its systemd unit`,
    );
  }
  if (heap < leastHeap) {
    throw new OperatorError(
      `Node.js lets this process have ${mebibytes(heap)} of objects, and the service needs ${mebibytes(leastHeap)}; remove --max-old-space-size from NODE_OPTIONS, or raise it`,
    );
  }
  if (memory < leastMemory) {
    throw new OperatorError(
      `this process may use ${mebibytes(memory)} of memory, and the service needs ${mebibytes(leastMemory)}; raise the limit of its container, or MemoryMax in its systemd unit`,
    );
  }
}

/** Node.js raises the limit of open files to what the system allows before it runs the program. */
function limitsOfProcess(): ProcessLimits {
  return {
    openFiles: limitNamed('Max open files'),
    addressSpace: limitNamed('Max address space'),
    fileSize: limitNamed('Max file size'),
    heap: v8.getHeapStatistics().heap_size_limit,
    memory: availableMemory(),
  };
}

/** proc(5), /proc/[pid]/limits: the soft limit, in files or bytes. */
function limitNamed(name: string): number | undefined {
  try {
    const line = new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(fs.readFileSync('/proc/self/limits', 'utf8'));
    return line ? Number(line[1]) : undefined;
  } catch {
    return undefined;
  }
}
