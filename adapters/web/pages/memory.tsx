import type { MemoryId } from '../../../src/core/domain/ids.ts'
import { memoryTypes } from '../../../src/memory/items/memory-item.ts'
import type { MemoryTheme } from '../../../src/memory/themes.ts'
import { Layout } from './layout.tsx'
import { type MemoryAddress, MemoryCard, memoryHref, type ShownItem, typeNames } from './memory-item.tsx'

export interface MemoryView {
  readonly address: MemoryAddress
  readonly themes: readonly MemoryTheme[]
  readonly items: readonly ShownItem[]
  /** The position at which the next page begins. */
  readonly next?: NonNullable<MemoryAddress['before']>
  /** The requested item, if only one is shown. */
  readonly only?: MemoryId
}

export function MemoryPage({ view }: { readonly view: MemoryView }) {
  const { address, themes, items, next, only } = view
  const { before, ...first } = address
  return (
    <Layout title="Memory · Throughline" here="memory">
      <div class="columns">
        <Themes view={view} />
        <main class="memory" id="main">
          <h1>Memory</h1>
          {themes.length > 0 && <Choices view={view} />}
          {before && (
            <a class="earlier" href={memoryHref(first)}>
              Back to the newest
            </a>
          )}
          <ol class="items">
            {items.map((shown) => (
              <MemoryCard key={shown.item.id} shown={shown} back={only === undefined ? address : { archived: address.archived }} />
            ))}
          </ol>
          {items.length === 0 && (themes.length === 0 ? <NothingYet /> : <NothingHere />)}
          {next && (
            <a class="button more" href={memoryHref({ ...first, before: next })}>
              Load more
            </a>
          )}
        </main>
      </div>
    </Layout>
  )
}

const NothingYet = () => (
  <div class="empty">
    <p>No memories yet</p>
    <p class="faint">
      Press “Remember this” on a message, write <code>/remember</code> followed by a fact, or just ask. What I remember about you appears
      here.
    </p>
  </div>
)

const NothingHere = () => (
  <div class="empty">
    <p>No matching memories</p>
    <p>
      <a href="/memory/">Show all memories</a>
    </p>
  </div>
)

interface ChoiceProps {
  readonly href: string
  readonly chosen: boolean
  readonly label: string
  /** The number of items. */
  readonly count?: number
}

const Choice = ({ href, chosen, label, count }: ChoiceProps) => (
  <li>
    <a href={href} {...(chosen && { 'aria-current': 'true' as const })}>
      <span>{label}</span>
      {count !== undefined && (
        <span class="count">
          {count}
          <span class="visually-hidden"> {count === 1 ? 'item' : 'items'}</span>
        </span>
      )}
    </a>
  </li>
)

/** The themes, beside the items or above them on a phone. */
function Themes({ view: { address, themes, only } }: { readonly view: MemoryView }) {
  const { type, archived, theme: chosen } = address
  const shown = themes.map((theme) => ({ ...theme, count: archived ? theme.archived : theme.active })).filter(({ count }) => count > 0)
  if (shown.length === 0) return null
  return (
    <nav class="themes" aria-label="Themes">
      <h2>Themes</h2>
      <ul>
        <Choice
          href={memoryHref({ type, archived })}
          chosen={chosen === undefined && only === undefined}
          label="All"
          count={shown.reduce((sum, { count }) => sum + count, 0)}
        />
        {shown.map(({ slug, name, count }) => (
          <Choice key={slug} href={memoryHref({ theme: slug, type, archived })} chosen={slug === chosen} label={name} count={count} />
        ))}
      </ul>
    </nav>
  )
}

function Choices({ view: { address, only } }: { readonly view: MemoryView }) {
  const { theme, type, archived } = address
  return (
    <div class="choices">
      <nav aria-label="Types">
        <ul class="chips">
          <Choice href={memoryHref({ theme, archived })} chosen={type === undefined && only === undefined} label="All types" />
          {memoryTypes.map((one) => (
            <Choice key={one} href={memoryHref({ theme, type: one, archived })} chosen={one === type} label={typeNames[one][1]} />
          ))}
        </ul>
      </nav>
      <nav aria-label="Active or archived">
        <ul class="chips">
          <Choice href={memoryHref({ theme, type, archived: false })} chosen={!archived} label="Active" />
          <Choice href={memoryHref({ theme, type, archived: true })} chosen={archived} label="Archived" />
        </ul>
      </nav>
    </div>
  )
}
