import type { MemoryId } from '../../../src/core/domain/ids.ts'
import { memoryTypes } from '../../../src/memory/items/memory-item.ts'
import type { MemoryProposal } from '../../../src/memory/proposals/proposal.ts'
import type { MemoryTheme } from '../../../src/memory/themes.ts'
import { Text, useLanguage } from './language.tsx'
import { Layout } from './layout.tsx'
import { type MemoryAddress, MemoryCard, memoryHref, type ShownItem } from './memory-item.tsx'
import { DecisionNotice, Proposals, type ShownProposal } from './proposals.tsx'

export interface MemoryView {
  readonly address: MemoryAddress
  readonly themes: readonly MemoryTheme[]
  readonly items: readonly ShownItem[]
  /** What the bot proposes. Shown above the newest items. */
  readonly proposals: readonly ShownProposal[]
  /** The proposal that the last form was about. */
  readonly decided?: MemoryProposal
  /** The position at which the next page begins. */
  readonly next?: NonNullable<MemoryAddress['before']>
  /** The requested item, if only one is shown. */
  readonly only?: MemoryId
}

export function MemoryPage({ view }: { readonly view: MemoryView }) {
  const { translate } = useLanguage()
  const { address, themes, items, proposals, decided, next, only } = view
  const { before, ...first } = address
  return (
    <Layout title={translate('page.memory')} here="memory">
      <div class="columns">
        <Themes view={view} />
        <main class="memory" id="main">
          <h1>{translate('page.memory')}</h1>
          {decided && <DecisionNotice proposal={decided} />}
          <Proposals proposals={proposals} />
          {themes.length > 0 && <Choices view={view} />}
          {before && (
            <a class="earlier" href={memoryHref(first)}>
              {translate('page.memory.newest')}
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
              {translate('page.more')}
            </a>
          )}
        </main>
      </div>
    </Layout>
  )
}

function NothingYet() {
  const { translate } = useLanguage()
  return (
    <div class="empty">
      <p>{translate('page.memory.none')}</p>
      <p class="faint">
        <Text of="page.memory.how" />
      </p>
    </div>
  )
}

function NothingHere() {
  const { translate } = useLanguage()
  return (
    <div class="empty">
      <p>{translate('page.memory.no-match')}</p>
      <p>
        <a href="/memory/">{translate('page.memory.show-all')}</a>
      </p>
    </div>
  )
}

interface ChoiceProps {
  readonly href: string
  readonly chosen: boolean
  readonly label: string
  /** The number of items. */
  readonly count?: number
}

function Choice({ href, chosen, label, count }: ChoiceProps) {
  const { translate, formatNumber } = useLanguage()
  return (
    <li>
      <a href={href} {...(chosen && { 'aria-current': 'true' as const })}>
        <span dir="auto">{label}</span>
        {count !== undefined && (
          <span class="count">
            {formatNumber(count)}
            <span class="visually-hidden"> {translate('page.memory.items', { count })}</span>
          </span>
        )}
      </a>
    </li>
  )
}

/** The themes, beside the items or above them on a phone. */
function Themes({ view: { address, themes, only } }: { readonly view: MemoryView }) {
  const { translate } = useLanguage()
  const { type, archived, theme: chosen } = address
  const shown = themes.map((theme) => ({ ...theme, count: archived ? theme.archived : theme.active })).filter(({ count }) => count > 0)
  if (shown.length === 0) return null
  return (
    <nav class="themes" aria-label={translate('page.memory.themes')}>
      <h2>{translate('page.memory.themes')}</h2>
      <ul>
        <Choice
          href={memoryHref({ type, archived })}
          chosen={chosen === undefined && only === undefined}
          label={translate('page.memory.all')}
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
  const { translate } = useLanguage()
  const { theme, type, archived } = address
  return (
    <div class="choices">
      <nav aria-label={translate('page.memory.types')}>
        <ul class="chips">
          <Choice
            href={memoryHref({ theme, archived })}
            chosen={type === undefined && only === undefined}
            label={translate('page.memory.all-types')}
          />
          {memoryTypes.map((one) => (
            <Choice
              key={one}
              href={memoryHref({ theme, type: one, archived })}
              chosen={one === type}
              label={translate('page.memory.type-plural', { type: one })}
            />
          ))}
        </ul>
      </nav>
      <nav aria-label={translate('page.memory.status')}>
        <ul class="chips">
          <Choice href={memoryHref({ theme, type, archived: false })} chosen={!archived} label={translate('page.memory.active')} />
          <Choice href={memoryHref({ theme, type, archived: true })} chosen={archived} label={translate('page.memory.archived')} />
        </ul>
      </nav>
    </div>
  )
}
