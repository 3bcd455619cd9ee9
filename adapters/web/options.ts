import type { ChannelReaders } from '../../src/channels/access/readers.ts'
import type { SharedPlacesOf } from '../../src/channels/manage/managers.ts'
import type { Price } from '../../src/conversation/usage.ts'
import type { Broadcast } from '../../src/core/ports/broadcast.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { CommandDeclaration } from '../../src/core/ports/commands.ts'
import type { Jobs } from '../../src/core/ports/jobs.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { Random } from '../../src/core/ports/random.ts'
import type { RateLimits } from '../../src/core/ports/rate-limits.ts'
import type { ModelsHandle } from '../../src/model/choice/open-models.ts'
import type { AssumedWindow } from '../../src/model/resolve-models.ts'
import type { PrivacyDeps } from '../../src/privacy/deps.ts'
import type { EmbeddingsHandle } from '../../src/search/deps.ts'
import type { Store } from '../../src/store/store.ts'
import type { TimezoneDeps } from '../../src/threads/deps.ts'

/** The page's dependencies, including those of the features it shows. */
export interface WebDeps extends TimezoneDeps {
  readonly store: Store
  readonly jobs: Pick<Jobs, 'add'>
  readonly broadcast: Broadcast
  readonly clock: Clock
  readonly random: Random
  readonly rateLimits: RateLimits
  readonly log: Log
  /** An IANA name. The time zone of users who have not set theirs. */
  readonly defaultTimezone: string
  readonly embeddings: EmbeddingsHandle
  /** A function, because the dependencies include senders that are created together with the page. */
  readonly privacy: () => PrivacyDeps
  /** Who can read which channel. A function, because the platforms that say so are opened together with the page. */
  readonly readers: () => ChannelReaders
  /** Says who manages which channel. A function for the same reason. */
  readonly sharedPlaces: () => SharedPlacesOf
  /** The models whose context window is assumed. A function, because the models are found after the page is created. */
  readonly assumedWindows: () => readonly AssumedWindow[]
  readonly languageModels: ModelsHandle
  /** Encrypts the API keys that are entered. If absent, none are accepted. */
  readonly encryptionKey: Uint8Array | undefined
  /** Tests send notifications to a push service on this machine. */
  readonly isPushServiceLocal?: boolean
  /** The maximum size of the files of a message together. */
  readonly attachmentMaxBytes: number
  /** If absent, no cost is shown. */
  readonly price?: Price
}

export interface WebOptions extends WebDeps {
  /** The host to listen on. Requests with other names in the Host header are refused. */
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** The public address, if it differs from the listening one, for example behind a proxy. */
  readonly publicUrl?: URL
  /** How long a session lasts without being used, in ms. */
  readonly sessionIdleMs: number
  /** Offered in the message box after a slash is typed. */
  readonly commands: readonly CommandDeclaration[]
}
