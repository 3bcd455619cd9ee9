// Loaded with --import: the process lives SHIFT_CLOCK_MS in the future.
import process from 'node:process'

const shiftMs = Number(process.env.SHIFT_CLOCK_MS)
const RealDate = globalThis.Date
const now = () => RealDate.now() + shiftMs

// Not a subclass, because dates of other threads are none of it.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
