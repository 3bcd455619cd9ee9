// Starts the bot. Handles stop signals from its first line, because loading the program takes seconds. Written in JavaScript, because
// loading the TypeScript loader alone takes some hundred milliseconds.
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM'])

function stop() {
  process.stderr.write('Throughline was stopped before it had started.\n')
  process.exit(0)
}
for (const signal of signals) process.on(signal, stop)

const { register } = await import('tsx/esm/api')
register()
const { main } = await import('./main.ts')
const running = main()
// From here on, `main` handles the signals.
for (const signal of signals) process.off(signal, stop)
await running
