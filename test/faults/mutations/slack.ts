import { setTimeout as wait } from 'node:timers/promises'
import { createSlackAdapter, type SlackOptions } from '../../../adapters/slack/index.ts'
import { manifestScopes } from '../../../adapters/slack/receive/receiver.ts'
import { contractCommands, contractSuggest } from '../../contract/platform-adapter/commands.ts'
import { signedRequest, startFakeSlack } from '../../fakes/slack/index.ts'
import { sampleEnvelopes, samplePayloads } from '../../fakes/slack/sample-payloads.ts'
import { listeningPort } from '../../support/recording-log.ts'
import type { Mutation } from './mutate.ts'
import { type MutationStage, type MutationStageParts, secret } from './stage.ts'

const signingSecret = 'a-signing-secret-for-tests'
/** Slack waits this long for an acknowledgement, in ms. */
const acknowledgeMs = 3_000

async function openSlack({ inbox, clock, log }: MutationStageParts, receiving?: SlackOptions['receiving']) {
  const fake = await startFakeSlack()
  fake.giveScopes(manifestScopes)
  const { receiver } = createSlackAdapter({
    botToken: fake.botToken,
    receiving: receiving ?? { appToken: fake.appToken },
    apiUrl: fake.url,
    commands: contractCommands,
    suggest: contractSuggest,
    clock,
    log,
  })
  await receiver.start(inbox)
  const person = fake.person({ name: 'Ada', timezone: 'Europe/Paris', locale: 'en-GB' })
  const channel = fake.channel('garden')
  return {
    fake,
    scene: { person, channel, team: fake.team, bot: fake.bot, secret },
    write(text: string) {
      fake.message({ from: person, text })
      fake.message({ from: person, channel, text: `${fake.mention} ${text}` })
      return 2
    },
    async close() {
      await receiver.stop()
      await fake.close()
    },
  }
}

/** Events in envelopes over a socket. Each must be acknowledged, or Slack would tell it again. */
export async function openSlackSocket(parts: MutationStageParts): Promise<MutationStage> {
  const { fake, scene, write, close } = await openSlack(parts)
  let told = 0
  return {
    samples: sampleEnvelopes(scene),
    async tell({ payload }) {
      const { envelope_id: given } = Object(payload)
      const hasId = typeof given === 'string' && given !== ''
      const envelopeId = `told-${++told}`
      fake.sendFrame(JSON.stringify(hasId ? { ...Object(payload), envelope_id: envelopeId } : payload))
      const until = Date.now() + acknowledgeMs
      while (hasId && !fake.acknowledgedIds.has(envelopeId)) {
        if (Date.now() > until) throw new Error('it was not acknowledged')
        await wait(1)
      }
    },
    write,
    close,
  }
}

/** Events, forms and JSON in forms, by signed requests. */
export async function openSlackRequests(parts: MutationStageParts): Promise<MutationStage> {
  const { fake, scene, write, close } = await openSlack(parts, { signingSecret, listen: { host: '127.0.0.1', port: 0 } })
  const samples = samplePayloads(scene)
  const target = { url: `http://127.0.0.1:${listeningPort(parts.log)}/slack/events`, signingSecret }
  fake.postTo(target)
  async function tell({ sample, payload }: Mutation): Promise<void> {
    const type = samples.find(({ name }) => name === sample)?.type ?? 'events_api'
    const { status } = await fetch(target.url, { method: 'POST', ...signedRequest({ type, payload }, target, new Date()) })
    // Slack sends a request again that was not accepted. It sends nothing but objects.
    if (status !== 200 && (sample !== undefined || status !== 400)) throw new Error(`answered ${status}`)
  }
  return { samples, tell, write, close }
}
