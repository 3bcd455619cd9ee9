import { createDiscordAdapter } from '../../../adapters/discord/index.ts'
import { contractCommands, contractSuggest } from '../../contract/platform-adapter/commands.ts'
import { startFakeDiscord } from '../../fakes/discord/index.ts'
import { sampleDispatches } from '../../fakes/discord/sample-dispatches.ts'
import { type MutationStage, type MutationStageParts, secret } from './stage.ts'

/** Over the gateway, with the content of all messages. */
export async function openDiscord({ inbox, clock, log }: MutationStageParts): Promise<MutationStage> {
  const fake = await startFakeDiscord()
  const person = fake.person('Ada')
  const guild = fake.guild('Garden')
  const channel = fake.channel(guild, 'roses')
  const thread = fake.thread(channel, 'thorns')
  const { receiver } = createDiscordAdapter({
    token: fake.token,
    apiBase: fake.url,
    readAll: true,
    commands: contractCommands,
    suggest: contractSuggest,
    installationId: 'test',
    clock,
    log,
  })
  await receiver.start(inbox)
  let opened = 0
  return {
    samples: sampleDispatches({
      bot: fake.bot,
      applicationId: fake.applicationId,
      person,
      guild,
      channel,
      thread,
      direct: fake.direct(person),
      interaction: (where) => fake.interaction(where, person, `token-${secret}-${++opened}`),
      secret,
    }),
    tell: async ({ payload }) => fake.gateway.frame(payload),
    write(text) {
      fake.message({ from: person, text })
      fake.message({ from: person, channel, text: `<@${fake.bot.id}> ${text}` })
      return 2
    },
    async close() {
      await receiver.stop()
      await fake.close()
    },
  }
}
