import type { FakeChannel, FakeGuild, FakeOverwrite, FakeUser } from './types.ts'
import type { World } from './world.ts'

export interface NewChannel {
  readonly type?: 0 | 2 | 4
  /** A category. */
  readonly parent?: FakeChannel
}

/** View Channel and Read Message History, which everyone has on a new server, among others. */
const permissionsOfEveryone = (1n << 10n) | (1n << 16n)

/** What happens on servers: their channels, members and roles. Nothing is calculated; the bot is told what is set here. */
export function serverControls(world: World) {
  function changeChannel(channel: FakeChannel, changes: Partial<FakeChannel>): void {
    world.channels.set(channel.id, { ...(world.channels.get(channel.id) ?? channel), ...changes })
  }

  return {
    /** A server, with the bot in it unless it is said not to be. The owner is somebody else. */
    guild(name: string, { hasBot = true, owner }: { readonly hasBot?: boolean; readonly owner?: FakeUser } = {}): FakeGuild {
      const guild = { id: world.nextId(), name, hasBot, owner_id: (owner ?? world.addUser('owner')).id }
      world.guilds.set(guild.id, guild)
      world.roles.set(guild.id, { id: guild.id, name: '@everyone', guildId: guild.id, permissions: String(permissionsOfEveryone) })
      const noRoles = { roles: [], communication_disabled_until: null }
      world.members.set(guild.id, new Map([guild.owner_id, ...(hasBot ? [world.bot.id] : [])].map((id) => [id, noRoles])))
      return guild
    },
    channel: (guild: FakeGuild, name: string, { type = 0, parent }: NewChannel = {}): FakeChannel =>
      world.addChannel({ type, name, guild_id: guild.id, permission_overwrites: [], ...(parent && { parent_id: parent.id }) }),
    thread: (parent: FakeChannel, name: string): FakeChannel =>
      world.addChannel({ type: 11, name, parent_id: parent.id, ...world.guildOf(parent.id) }),
    privateThread(parent: FakeChannel, name: string): FakeChannel {
      const thread = world.addChannel({ type: 12, name, parent_id: parent.id, ...world.guildOf(parent.id) })
      world.members.set(thread.id, new Map())
      return thread
    },
    role(guild: FakeGuild, name: string, permissions = 0n): string {
      const id = world.nextId()
      world.roles.set(id, { id, name, guildId: guild.id, permissions: String(permissions) })
      return id
    },
    /** Somebody becomes a member of a server or a private thread, or gets other roles. */
    join(place: FakeGuild | FakeChannel, user: FakeUser, roles: readonly string[] = [], timeoutUntil: Date | null = null): void {
      const member = { roles, communication_disabled_until: timeoutUntil?.toISOString() ?? null }
      world.members.get(place.id)?.set(user.id, member)
    },
    leave: (place: FakeGuild | FakeChannel, user: FakeUser): void => void world.members.get(place.id)?.delete(user.id),
    /** Changes what a channel allows the holders of a role, or a member. Without roles, it is that of everyone: the server itself. */
    overwrite(channel: FakeChannel, of: string | FakeUser | FakeGuild, { allow = 0n, deny = 0n }: { allow?: bigint; deny?: bigint }): void {
      const id = typeof of === 'string' ? of : of.id
      const added: FakeOverwrite = { id, type: world.users.has(id) ? 1 : 0, allow: String(allow), deny: String(deny) }
      const others = (world.channels.get(channel.id)?.permission_overwrites ?? []).filter((each) => each.id !== id)
      changeChannel(channel, { permission_overwrites: [...others, added] })
    },
    /** Sets any field of a channel, also to what Discord would never say. */
    changeChannel,
    /** A channel or thread is deleted. Of the threads of a deleted channel, the bot is told nothing. */
    deleteChannel(channel: FakeChannel): void {
      const { id, type, guild_id, parent_id = null } = channel
      const isGone = (each: FakeChannel) => each.id === id || (each.parent_id === id && each.type >= 11)
      for (const each of world.channels.values()) if (isGone(each)) world.channels.delete(each.id)
      if (type >= 11) world.dispatch('THREAD_DELETE', { id, guild_id, parent_id, type })
      else world.dispatch('CHANNEL_DELETE', { ...channel, position: 0 })
    },
    /** The bot is removed from a server, or the server is deleted. */
    removeBot(guild: FakeGuild): void {
      world.dispatch('GUILD_DELETE', { id: guild.id })
      world.guilds.set(guild.id, { ...guild, hasBot: false })
    },
    /** Discord cannot serve a server for a while. */
    outage: (guild: FakeGuild): void => world.dispatch('GUILD_DELETE', { id: guild.id, unavailable: true }),
  }
}
