// The system calls that a process of the sandbox may not make, as a filter that the kernel runs (seccomp(2), classic BPF). Calls
// for files and threads are allowed. Calls that reach other processes, the network or rarely used parts of the kernel are not.
import { Buffer } from 'node:buffer';
import process from 'node:process';

interface Architecture {
  /** AUDIT_ARCH_… of linux/audit.h. */
  readonly audit: number;
  /** Which column of {@link refused} has its numbers. */
  readonly column: 0 | 1;
}

const architectures: Readonly<Record<string, Architecture>> = {
  x64: { audit: 0xc000_003e, column: 0 },
  arm64: { audit: 0xc000_00b7, column: 1 },
};

type Numbers = Readonly<Record<string, readonly [x64: number | undefined, arm64: number | undefined]>>;

/** Group → system call → its numbers (asm/unistd_64.h, asm-generic/unistd.h). */
const refused: Readonly<Record<string, Numbers>> = {
  network: {
    socket: [41, 198],
    connect: [42, 203],
    bind: [49, 200],
    listen: [50, 201],
    accept: [43, 202],
    accept4: [288, 242],
  },
  'other processes': {
    kill: [62, 129],
    tkill: [200, 130],
    tgkill: [234, 131],
    rt_sigqueueinfo: [129, 138],
    rt_tgsigqueueinfo: [297, 240],
    pidfd_open: [434, 434],
    pidfd_send_signal: [424, 424],
    pidfd_getfd: [438, 438],
    ptrace: [101, 117],
    process_vm_readv: [310, 270],
    process_vm_writev: [311, 271],
    process_madvise: [440, 440],
    kcmp: [312, 272],
    setpriority: [141, 140],
  },
  'memory and messages shared by name': {
    shmget: [29, 194],
    shmat: [30, 196],
    shmctl: [31, 195],
    shmdt: [67, 197],
    semget: [64, 190],
    semop: [65, 193],
    semctl: [66, 191],
    msgget: [68, 186],
    msgsnd: [69, 189],
    msgrcv: [70, 188],
    msgctl: [71, 187],
    mq_open: [240, 180],
  },
  'namespaces, mounts and files past their paths': {
    unshare: [272, 97],
    setns: [308, 268],
    mount: [165, 40],
    umount2: [166, 39],
    pivot_root: [155, 41],
    chroot: [161, 51],
    move_mount: [429, 429],
    open_tree: [428, 428],
    fsopen: [430, 430],
    fsconfig: [431, 431],
    fsmount: [432, 432],
    fspick: [433, 433],
    mount_setattr: [442, 442],
    name_to_handle_at: [303, 264],
    open_by_handle_at: [304, 265],
    quotactl: [179, 60],
  },
  'parts of the kernel that no query needs': {
    io_uring_setup: [425, 425],
    io_uring_enter: [426, 426],
    io_uring_register: [427, 427],
    bpf: [321, 280],
    perf_event_open: [298, 241],
    userfaultfd: [323, 282],
    add_key: [248, 217],
    request_key: [249, 218],
    keyctl: [250, 219],
    init_module: [175, 105],
    finit_module: [313, 273],
    delete_module: [176, 106],
    kexec_load: [246, 104],
    kexec_file_load: [320, 294],
    reboot: [169, 142],
    swapon: [167, 224],
    swapoff: [168, 225],
    acct: [163, 89],
    syslog: [103, 116],
    settimeofday: [164, 170],
    clock_settime: [227, 112],
    adjtimex: [159, 171],
    clock_adjtime: [305, 266],
    fanotify_init: [300, 262],
    iopl: [172, undefined],
    ioperm: [173, undefined],
  },
};
const clone = [56, 220] as const;
/** Allowed only with process id 0: a process may read and lower its own limits, but not those of other processes. */
const prlimit64 = [302, 261] as const;
const clone3 = 435;
/** CLONE_NEWNS … CLONE_NEWNET of linux/sched.h, and CLONE_NEWCGROUP. */
const namespaceFlags = 0x7e02_0000;
/** From this number on, x86-64 repeats the calls for its 32-bit variant (x32). */
const x32 = 0x4000_0000;

// Of linux/bpf_common.h, linux/seccomp.h and asm-generic/errno.h.
const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfAnyBit = 0x45;
const answer = 0x06;
const allow = 0x7fff_0000;
const kill = 0x8000_0000;
const fail = (code: number) => 0x0005_0000 | code;
const notPermitted = 1;
const notImplemented = 38;
/** Offsets in `struct seccomp_data`. */
const callNumber = 0;
const callArchitecture = 4;
const firstArgument = 16;

/** The filter in the form that bwrap(1) and setpriv(1) take; undefined when the architecture's calls are not known. */
export function seccompFilter(architecture: string = process.arch): Buffer | undefined {
  const known = architectures[architecture];
  if (!known) return undefined;
  const numbers = Object.values(refused).flatMap(calls => Object.values(calls).map(columns => columns[known.column]));
  const code = [
    instruction(load, callArchitecture),
    instruction(jumpIfEqual, known.audit, 1, 0),
    instruction(answer, kill),
    instruction(load, callNumber),
    instruction(jumpIfAtLeast, x32, 0, 1),
    instruction(answer, fail(notPermitted)),
    // The flags of clone3(2) are in memory, which a filter cannot read. The C library then uses clone(2) instead.
    instruction(jumpIfEqual, clone3, 0, 1),
    instruction(answer, fail(notImplemented)),
  ];
  for (const number of numbers) {
    if (number === undefined) continue;
    code.push(instruction(jumpIfEqual, number, 0, 1), instruction(answer, fail(notPermitted)));
  }
  code.push(
    instruction(jumpIfEqual, prlimit64[known.column], 0, 4),
    instruction(load, firstArgument),
    instruction(jumpIfEqual, 0, 1, 0),
    instruction(answer, fail(notPermitted)),
    instruction(answer, allow),
    instruction(jumpIfEqual, clone[known.column], 0, 3),
    instruction(load, firstArgument),
    instruction(jumpIfAnyBit, namespaceFlags, 0, 1),
    instruction(answer, fail(notPermitted)),
    instruction(answer, allow),
  );
  return Buffer.concat(code);
}

/** One `struct sock_filter`; both architectures are little-endian. */
function instruction(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
