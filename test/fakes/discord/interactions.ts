import { type FakeChannel, type FakeMessage, type FakeUser, invalidForm, Refusal, type RegisteredCommand } from './types.ts'
import type { World } from './world.ts'

/** Something somebody asked the bot for, and what became of it. */
export interface FakeInteraction {
  readonly id: string
  readonly token: string
  readonly channel: FakeChannel
  readonly user: FakeUser
  /** Milliseconds of the world's clock. */
  readonly at: number
  /** The type of the first answer: 5 later, 6 later and without a sign of it, 8 suggestions. */
  responded?: number
  /** The message that the first answer made. */
  original?: FakeMessage
  onlyForAuthor?: boolean
  choices?: readonly { readonly name: string; readonly value: string }[]
}

const answerWithinMs = 3000
const tokenGoodForMs = 15 * 60_000
const ephemeral = 64
const loading = 128

/** Commands, buttons and suggestions. https://discord.com/developers/docs/interactions/receiving-and-responding */
export class Interactions {
  readonly #byToken = new Map<string, FakeInteraction>()
  constructor(readonly world: World) {}

  /** Takes answers to something that the bot is not told of here. */
  open(channel: FakeChannel, user: FakeUser, token?: string): FakeInteraction {
    const id = this.world.nextId()
    const interaction: FakeInteraction = { id, token: token ?? `token-of-${id}`, channel, user, at: this.world.clock.now().getTime() }
    this.#byToken.set(interaction.token, interaction)
    return interaction
  }

  /** Tells the bot of something that somebody wants of it. */
  begin(
    channel: FakeChannel,
    user: FakeUser,
    content: { readonly type: number; readonly data: object; readonly message?: FakeMessage },
  ): FakeInteraction {
    const { world } = this
    const interaction = this.open(channel, user)
    const { id } = interaction
    const inGuild = channel.guild_id !== undefined
    const botDirect = channel.type === 1 && channel.recipients?.length === 1
    const { name, type } = channel
    world.dispatch('INTERACTION_CREATE', {
      ...content,
      id,
      application_id: world.applicationId,
      token: interaction.token,
      version: 1,
      context: inGuild ? 0 : botDirect ? 1 : 2,
      locale: world.locales.get(user.id) ?? 'en-GB',
      channel_id: channel.id,
      channel: { id: channel.id, type, ...(name !== undefined && { name }) },
      authorizing_integration_owners: {},
      entitlements: [],
      ...(inGuild
        ? {
            guild_id: channel.guild_id,
            member: { user, nick: null, roles: [], permissions: '0', joined_at: world.now(), flags: 0, deaf: false, mute: false },
          }
        : { user }),
    })
    return interaction
  }

  /** The command that people are offered there. */
  registered(channel: FakeChannel, name: string): RegisteredCommand {
    const there = [...(this.world.commands.get('global') ?? []), ...(this.world.commands.get(channel.guild_id ?? '') ?? [])]
    const command = there.find((each) => each.name === name)
    if (!command) throw new Error(`No command "${name}" is offered there`)
    return command
  }

  respond(
    id: string,
    token: string,
    { type, data = {} }: { readonly type: number; readonly data?: Readonly<Record<string, unknown>> },
  ): void {
    const interaction = this.#byToken.get(token)
    if (!interaction || interaction.id !== id || this.#age(interaction) > answerWithinMs)
      throw new Refusal(404, 10062, 'Unknown interaction')
    if (interaction.responded !== undefined) throw new Refusal(400, 40060, 'Interaction has already been acknowledged.')
    if (type === 8) interaction.choices = checkedChoices(data['choices'])
    if (type === 5) {
      const onlyForAuthor = (Number(data['flags'] ?? 0) & ephemeral) !== 0
      interaction.onlyForAuthor = onlyForAuthor
      interaction.original = this.#write(interaction, { content: '', flags: loading | (onlyForAuthor ? ephemeral : 0) })
    } else if (type !== 6 && type !== 8) throw invalidForm('type', 'BASE_TYPE_CHOICES', 'The fake takes 5, 6 and 8.')
    interaction.responded = type
  }

  /** The interaction that may be answered by this token now. */
  answerable(token: string): FakeInteraction {
    const interaction = this.#byToken.get(token)
    if (!interaction || this.#age(interaction) > tokenGoodForMs) throw new Refusal(401, 50027, 'Invalid Webhook Token')
    if (interaction.responded === undefined) throw new Refusal(404, 10015, 'Unknown Webhook')
    return interaction
  }

  editOriginal(token: string, changes: Partial<FakeMessage>, pings: readonly string[]): FakeMessage {
    const interaction = this.answerable(token)
    if (!interaction.original) throw new Refusal(404, 10008, 'Unknown Message')
    const flags = (interaction.original.flags & ~loading) | (changes.flags ?? 0)
    interaction.original = this.world.change(interaction.original, { ...changes, flags }, pings)
    return interaction.original
  }

  removeOriginal(token: string): void {
    const interaction = this.answerable(token)
    if (!interaction.original) throw new Refusal(404, 10008, 'Unknown Message')
    this.world.remove(interaction.channel.id, [interaction.original.id])
    delete interaction.original
  }

  followUp(token: string, content: Partial<FakeMessage>, pings: readonly string[]): FakeMessage {
    return this.#write(this.answerable(token), content, pings)
  }

  #write(
    { channel, user }: FakeInteraction,
    { content = '', flags = 0, ...fields }: Partial<FakeMessage>,
    pings: readonly string[] = [],
  ): FakeMessage {
    const { world } = this
    return world.write(channel, {
      author: world.bot,
      content,
      type: 20,
      flags,
      pings,
      fields,
      ...(flags & ephemeral && { onlyFor: user.id }),
    })
  }

  #age({ at }: FakeInteraction): number {
    return this.world.clock.now().getTime() - at
  }
}

function checkedChoices(given: unknown) {
  const choices = given as { name: string; value: string }[]
  if (choices.length > 25) throw invalidForm('choices', 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.')
  for (const { name, value } of choices) {
    if (name.length < 1 || name.length > 100 || value.length > 100)
      throw invalidForm('choices', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.')
  }
  return choices
}
