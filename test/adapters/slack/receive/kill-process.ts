// Receives from Slack in a process of its own, which a test kills. The argument is a ReceivingProcess as JSON. Reports to its parent.
import process from 'node:process'
import { createSlackAdapter, type SlackOptions } from '../../../../adapters/slack/index.ts'
import { systemClock } from '../../../../src/core/ports/clock.ts'
import { listeningPort, recordingLog } from '../../../support/recording-log.ts'

export interface ReceivingProcess extends Pick<SlackOptions, 'botToken' | 'receiving'> {
  readonly apiUrl: string
  /** Never stores what it receives. */
  readonly isStuck: boolean
}

export type ReceivingReport = { readonly port: number | undefined } | { readonly received: string }

const { isStuck, ...options } = JSON.parse(process.argv[2] ?? '') as ReceivingProcess
const log = recordingLog()
const adapter = createSlackAdapter({ ...options, commands: [], suggest: async () => [], clock: systemClock, log })

const report = (sent: ReceivingReport) => new Promise((resolve) => process.send?.(sent, resolve))

await adapter.receiver.start(async (event) => {
  await report({ received: event.type === 'message' ? event.id : event.type })
  if (isStuck) await new Promise(() => {})
})
await report({ port: listeningPort(log) })
