// Runs the program in a checkout, after building it if a source has changed: node scripts/run.mjs [<command>] [arguments…]
import { buildIfChanged } from './build.mjs'

await buildIfChanged()
await import('../dist/throughline.mjs')
