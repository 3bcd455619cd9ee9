import { useLanguage } from './language.tsx'

/** The settings section that exports everything about the user as files. */
export function ExportSettings() {
  const { translate } = useLanguage()
  return (
    <section id="export">
      <h2>{translate('page.export')}</h2>
      <p>{translate('page.export.text')}</p>
      <form method="get" action="/export/">
        <p>
          <label>
            {translate('page.export.from')} <input type="date" name="from" />
          </label>{' '}
          <label>
            {translate('page.export.to')} <input type="date" name="to" />
          </label>{' '}
          <span class="faint">{translate('page.export.all-days')}</span>
        </p>
        <button type="submit" name="format" value="markdown">
          {translate('page.export.markdown')}
        </button>{' '}
        <button type="submit" name="format" value="json">
          {translate('page.export.json')}
        </button>
      </form>
    </section>
  )
}
