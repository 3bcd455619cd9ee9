/**
 * How a test runs a script in a process of its own. The process lives for seconds: V8 must not spend them on optimizing the
 * WebAssembly of the embedded database.
 */
export const nodeArguments: readonly string[] = ['--liftoff-only', '--import', 'tsx']
