import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** The process of a test lives for seconds: V8 must not spend them on optimizing the WebAssembly of the embedded database. */
const shortLived = '--liftoff-only'

/** How a test runs a script of its own in a process of its own. */
export const nodeArguments: readonly string[] = [shortLived, '--import', 'tsx']

/** Where the project is. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))

/** The built program, as users run it. */
export const program = fileURLToPath(new URL('../../dist/throughline.mjs', import.meta.url))

/** How a test runs the program in a process of its own. */
export const programArguments: readonly string[] = [shortLived, program]

/** Builds the program if a source has changed. */
export function ensureBuilt(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'] })
}
