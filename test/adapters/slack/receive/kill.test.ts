import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type FakeSlack, startFakeSlack } from '../../../fakes/slack/index.ts'
import { nodeArguments } from '../../../support/program.ts'
import { http, signingSecret } from '../harness.ts'
import type { ReceivingProcess, ReceivingReport } from './kill-process.ts'

const script = fileURLToPath(new URL('./kill-process.ts', import.meta.url))
const patience = { timeout: 30_000, interval: 10 }

/** A process that receives from Slack, and the ids of what it has received. */
async function startProcess(slack: FakeSlack, options: Pick<ReceivingProcess, 'receiving' | 'isStuck'>) {
  const argument: ReceivingProcess = { ...options, botToken: slack.botToken, apiUrl: slack.url }
  const child = fork(script, [JSON.stringify(argument)], { execArgv: [...nodeArguments] })
  onTestFinished(() => kill(child))
  const received: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The process ended')))
    child.on('message', (report: ReceivingReport) => {
      if ('received' in report) received.push(report.received)
      else {
        if (report.port !== undefined) slack.postTo({ url: `http://127.0.0.1:${report.port}/slack/events`, signingSecret })
        resolve()
      }
    })
  })
  return { child, received }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

it.each(['Socket Mode', 'requests'])(
  'a kill between receiving and storing loses nothing, by %s',
  async (transport) => {
    const slack = await startFakeSlack()
    onTestFinished(() => slack.close())
    const receiving = transport === 'requests' ? http : { appToken: slack.appToken }
    const people = ['Ada', 'Bob', 'Cyd'].map((name) => slack.person({ name }))

    const stuck = await startProcess(slack, { receiving, isStuck: true })
    const messages = people.map((from) => slack.message({ from, text: 'Hello' }))
    const ids = messages.map(({ ts }) => ts).sort()
    await vi.waitFor(() => expect([...stuck.received].sort()).toEqual(ids), patience)
    await kill(stuck.child)
    expect(messages.some(({ telling }) => slack.acknowledged(telling))).toBe(false)

    const next = await startProcess(slack, { receiving, isStuck: false })
    await slack.waitFor(() => messages.every(({ telling }) => slack.acknowledged(telling)))
    // An acknowledgment may overtake the report of the process.
    await vi.waitFor(() => expect([...next.received].sort()).toEqual(ids), patience)
  },
  120_000,
)
