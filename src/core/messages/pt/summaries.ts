export const summaries = {
  'summary.summary': 'Resumo',
  'summary.goals': 'Objetivos',
  'summary.decisions': 'Decisões',
  'summary.openLoops': 'Assuntos pendentes',
  'summary.nextSteps': 'Próximos passos',
  'summary.none': 'Nenhum',
  'summary.heading': 'Resumo de {day}',
  'summary.resummarize': 'Refazer o resumo',
  'summary.onThePage': 'Na página',
  'summary.stale': 'O dia mudou desde que ele foi escrito. /resummarize {day} o reescreve.',
  'summary.overLimit':
    'Escrito sem modelo, porque o limite do dia para o trabalho em segundo plano tinha sido atingido. /resummarize {day} o escreve com o modelo.',
  'summary.missing':
    '{day}: ainda sem resumo, {messages, plural, one {# mensagem} other {# mensagens}}. /resummarize {label} escreve um agora.',
  'summary.emptyToday': 'Hoje ainda não há mensagens. Escreva para mim. /days lista seus dias.',
  'summary.emptyDay': 'Sem mensagens: {day}. /days lista seus dias.',
  'summary.busy': 'O resumo de {day} está sendo escrito. /summary {label} o mostrará em breve.',
  'summary.superseded': 'Mensagens de {day} mudaram enquanto eu resumia, então estou recomeçando. /summary {label} o mostrará em breve.',
  'summary.failed':
    'Não consegui escrever o resumo de {day}: o modelo não devolveu um texto utilizável. Um resumo anterior continua como está. Tente /resummarize {label} mais tarde.',
  'day.today': '{day} (hoje)',
  'day.yesterday': '{day} (ontem)',
  'days.none': 'Ainda não há dias. Escreva para mim, e hoje será o primeiro.',
  'days.list': '**Seus últimos dias** (✓ com resumo)\n{days}\n\n/summary {label} mostra o resumo de um dia.',
  'count.messages': '{count, plural, one {# mensagem} other {# mensagens}}',
}
