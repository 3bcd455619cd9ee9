import { CloseIcon, SearchIcon } from './icons.tsx'
import { useLanguage } from './language.tsx'

const scopes = [
  { value: 'day', label: 'page.search.day' },
  { value: 'recent', label: 'page.search.recent', title: 'page.search.recent-hint' },
  { value: 'all', label: 'page.search.all' },
] as const

/** The fields stay disabled until the script is loaded. Otherwise the browser would submit a form that nothing handles. */
export function SearchBar() {
  const { translate } = useLanguage()
  return (
    <search class="search">
      <form id="search" autocomplete="off">
        <SearchIcon />
        <input
          type="search"
          id="query"
          name="query"
          maxlength={500}
          dir="auto"
          placeholder={translate('page.search')}
          aria-label={translate('page.search.label')}
          aria-keyshortcuts="Control+K Meta+K"
          required
          disabled
        />
        <fieldset disabled>
          <legend class="visually-hidden">{translate('page.search.where')}</legend>
          {scopes.map((scope) => (
            <label key={scope.value} title={'title' in scope ? translate(scope.title) : undefined}>
              <input type="radio" name="scope" value={scope.value} checked={scope.value === 'all'} />
              <span>{translate(scope.label)}</span>
            </label>
          ))}
        </fieldset>
        <button type="button" id="close-search" class="quiet" aria-label={translate('page.search.close')} hidden>
          <CloseIcon />
        </button>
      </form>
    </search>
  )
}
