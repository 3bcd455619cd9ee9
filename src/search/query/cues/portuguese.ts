import { patternOfWeekdays } from '../../../core/dates/vocabulary.ts'
import type { IntentCues } from './cues.ts'
import { weVerbs } from './iberian-verbs.ts'

export const portuguese: IntentCues = {
  pastQuestion:
    '(?:eu|nós|a gente|você) \\p{L}+(?:ei|i|ou|eu|iu|amos|emos|imos)|(?:disse(?:mos)?|decidi(?:mos)?|combin(?:amos|ei)|fal(?:amos|ei|ou)|cont(?:ei|amos)|compr(?:ei|amos)|fi(?:z|zemos|quei)|fomos|fui|deix(?:ei|amos))|lembr\\p{L}+|passad[oa]|última vez|ontem',
  decisionQuestion: 'decid\\p{L}+|decis(?:ão|ões)|combin(?:amos|ado|ei)|acordos?|escolh(?:emos|ido|i)|conclus(?:ão|ões)',
  decisionStatement:
    'decidido|decidi(?:mos)?|combinado|combinamos|(?:temos|tenho) (?:combinado|reservado|assinado)|escolhemos|escolhi|fechado|optamos por|decisão final|reserv(?:ei|amos)|assin(?:ei|amos)',
  choiceStatement:
    '(?:ficamos|fico) com(?! (?:a (?:dúvida|sensação|impressão)|dúvidas?|sono|fome|medo|sede|frio|raiva|pena|saudades?|vontade|as crianças|os avós|minha|meus?|ele|ela|eles|elas|você)(?!\\p{L}))|vamos (?:de(?! (?:férias|novo|vez))|com(?! (?:calma|pressa|tudo|cuidado|as crianças|os avós|minha|meus?|ele|ela|eles|amigos)))(?!\\p{L})',
  habit:
    'muitas vezes|sempre|normalmente|geralmente|às vezes|todo (?:dia|mês|ano)|toda (?:semana|manhã|noite|vez)|todos os dias|todas as (?:manhãs|noites|semanas)|cada vez',
  speaker: `eu|meus?|minhas?|mim|comigo|nós|noss[oa]s?|conosco|connosco|tenho|tinha|temos|fui|fomos|fiz|quero|sou|estou|moro|disse|${weVerbs}`,
  assistantStatement:
    '(?:você|tu) (?:me |nos )?(?:disse|disseste|sugeriu|sugeriste|recomendou|recomendaste|aconselhou|aconselhaste|propôs|explicou|explicaste|escreveu|deu|prometeu|prometeste|ofereceu|ofereceste|mencionou|anotou|queria|querias)|(?:sua|tua)s? (?:sugest(?:ão|ões)|recomendaç(?:ão|ões)|respostas?|propostas?|promessas?)|(?:seu|teu)s? conselhos?',
  severalQuestion:
    'quais|(?:faz|faça|faca|me dê|dê-me|mostre|escreva|escreve) (?:uma|a) lista|list[ae] (?:os|as|tod)|enumere|todas|todos (?:os(?! (?:dias|meses|anos))|nossos|meus)|amb[oa]s|os dois|as duas|resum(?:a|ir)|em que ordem|que tipos',
  timeQuestion: 'quando|(?:que|qual) (?:data|dia|ano|mês|hora|horas)|a que horas|desde quando|(?:há )?quanto tempo',
  timeStatement: `${patternOfWeekdays('pt')}|ontem|anteontem|hoje|amanhã|passad[oa]|próxim[oa]|(?:há|faz) (?:\\p{L}+|\\d+) \\p{L}+|desde|semanas?|fim de semana|meses|anos?|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro`,
  amountQuestion:
    'quant[oa]s?(?! tempo)|(?:que|qual) (?:preço|quantia|valor|orçamento|tarifa|total|número)|qual (?:é|era|foi) o (?:preço|valor|orçamento|total|aluguel|salário)',
  amountWord:
    'dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|vinte|trinta|quarenta|cinquenta|cem|centos|mil|milhões|dúzia|euros?|reais|dólares',
}
