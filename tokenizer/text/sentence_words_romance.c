#include "tokenizer/text/sentence_language.h"

const struct sentence_language SENTENCE_WORDS_ROMANCE[] = {
    {.codes = "fr wa oc",
     .titles =
         "av apr M MM Mme Mmes Mlle Mlles Mgr Dr Drs Pr Prof Me Mes St Ste Sts Stes Gal Cdt Cne "
         "Col Lt Cap Cpt Rév Vve Ch Chr Jh Ph Th Fr Bx c.-à-d c-à-d càd i.e e.g cf env "
         "ca vs Mr Mrs Ms",
     .numbers = "n no nos p pp t vol art fig chap ch liv sect par al tab fol ff v vv pl op "
                "cat réf num tome Op No N°s tél",
     .measures = "av.J.-C apr.J.-C J.-C J.C av.n.è n.è è.n.è mn min sec hab km",
     .others = "etc al ed éd éds coll dir trad rééd réimpr sup suiv sq sqq ibid id op.cit loc.cit "
               "env max min hab adj adv masc fém plur sing lat gr angl all esp it ital néerl arr "
               "bd boul av pl fg imp Cie Sté Ets Inc Ltd Ltée Corp Co Bros S.A S.A.R.L S.N.C "
               "janv févr fév avr juil sept oct nov déc lun mar mer jeu ven sam dim jr Jr sr anc "
               "dép dépt rég univ Univ soc biblio hist litt théol inf dact ms mss suppl var",
     .starters = "Le La Les L Un Une Des Du De Il Elle Ils Elles On Nous Vous Je Ce Cet Cette Ces "
                 "C Cela Ceci Son Sa Ses Leur Leurs Notre Votre Dans En Au Aux À A Sur Sous Par "
                 "Pour Avec Sans Selon Après Avant Pendant Depuis Dès Lors Lorsque Quand Durant "
                 "Entre Vers Chez Contre Malgré Si Comme Mais Et Ou Or Donc Car Ni Ainsi Alors "
                 "Aussi Cependant Toutefois Néanmoins Pourtant Enfin Ensuite Puis Plus Plusieurs "
                 "Certains Certaines Quelques Chaque Tous Toutes Tout Toute Parmi Outre Outre Afin "
                 "Bien Bientôt Déjà Ici Là Aujourd'hui Aujourd Actuellement Finalement Également "
                 "Parallèlement Suite D'abord D'après D Grâce Où Qui Que Quel Quelle Pourquoi "
                 "Comment Né Née Est Était Ne N S'il S Suivant Jusqu Jusqu'à Une Deux Trois Peu "
                 "Beaucoup Même Celui Celle Ceux Celles L'année Contrairement Notamment"},
    {.codes = "es ast gl an ext lad",
     .titles = "Sr Sra Sres Sras Srta Srtas D Dª Dña Dn Dr Dra Drs Dres Prof Profa Lic Ing Arq Abg "
               "Mtro Mtra Fr Rvdo Rvda Rev Sto Sta Sn S.M S.A.R Excmo Excma Ilmo Ilma Gral Gral "
               "Cnel Cap Cmdte Tte Sgto Cte Alm Pbro Mons Ma Fco Ud Uds Vd Vds p.ej ej v.gr cf cfr "
               "vs ca aprox Mr Mrs Ms St",
     .numbers = "n núm núms nro nros no p pp pág págs pg pgs vol vols t art arts fig figs cap caps "
                "sec lib tab lám v vv vid op fol párr inc tel No Nº apdo km n.º n.o",
     .measures = "a.C d.C a.J.C a.de.C a.C.n d.de.C C a.e.c e.c A.C D.C a.m p.m h hs min seg hab "
                 "km m mill",
     .others = "etc al ed eds trad coord coords comp dir rev reimpr ibíd ibid íd id op.cit loc.cit "
               "máx mín adj adv fam fem masc pl sing lat gr ing fr it al port cat Cía Cia Inc Ltd "
               "Ltda Corp Co Bros S.A S.L S.A.U S.R.L S.A.B C.A C.V EE.UU EE JJ RR FF CC EEUU "
               "RR.HH FF.AA JJ.OO "
               "CC.OO Avda Av avda av Pza pza Dpto dpto depto Depto Prov Univ Inst Fund Jr "
               "ene feb mar abr may jun jul ago sep sept oct nov dic hna hno Hno Hnos admón gob "
               "izq dcha der aprox cta bco ej cód tít bibl hist s ss",
     .starters =
         "El La Los Las Lo Un Una Unos Unas Él Ella Ellos Ellas Este Esta Estos Estas Esto "
         "Ese Esa Esos Esas Eso Aquel Aquella Su Sus Se En De Del Al A Con Sin Por Para "
         "Según Sobre Bajo Desde Hasta Entre Tras Ante Contra Durante Mediante Después Antes "
         "Luego Entonces Cuando Mientras Donde Como Si Pero Y E O Ni Que Quien Aunque Sin "
         "Además También Tampoco Así Ahora Hoy Aquí Allí Actualmente Finalmente Posteriormente "
         "Sin Debido Dado Gracias Junto Más Muchos Muchas Algunos Algunas Varios Varias "
         "Otro Otra Otros Otras Todos Todas Todo Toda Cada Ambos Ambas No Es Fue Era Eran "
         "Fueron Son Ha Han Había Hay Tiene Nació Qué Quién Cómo Cuándo Dónde Cuál Aun Aún "
         "Pese Incluso Igualmente Asimismo Dentro Fuera Cerca Ya Tal Tanto Sólo Solo Dicho "
         "Dicha Dichos Ante O Unha Un O Os As Na No Nas Nos Dende Tamén Foi Máis Onde"},
    {.codes = "it lmo pms vec nap scn lij eml co",
     .titles = "Sig Sigg Sig.ra Sig.na Dott Dott.ssa Dr Prof Prof.ssa Proff Avv Ing Arch Geom Rag "
               "On Sen Mons Rev Card S SS Sac P Gen Col Magg Cap Ten Serg Amm Cav Comm Gr.Uff Egr "
               "Spett G.B es p.es ad.es cfr cf vd ca c.a vs Mr Mrs Ms St Dr",
     .numbers = "n nn nr num p pp pag pagg vol voll art artt fig figg cap capp sez lib tav tab par "
                "c cc f ff v vv op t tel No co comma",
     .measures = "a.C d.C a.e.v e.v av.Cr d.Cr C ab min sec mln mld a.m p.m h",
     .others = "ecc etc al ed edd trad rist ibid id op.cit loc.cit max min agg avv masc "
               "femm pl sing lat gr ingl fr ted sp it Inc Ltd Corp Co Bros C.ia Cia S.p.A S.r.l "
               "S.n.c S.a.s F.lli jr Jr sr gen feb mar apr mag giu lug ago set sett ott nov dic "
               "p.za P.za v.le V.le p.le u.s s.d s.l s.n prov Prov reg dip univ Univ ist cit seg "
               "segg sgg ss app int ant post U.S.A all",
     .starters =
         "Il Lo La I Gli Le L Un Uno Una Nel Nello Nella Nei Negli Nelle In Dal Dallo Dalla "
         "Dai Dagli Dalle Da Di Del Dello Della Dei Degli Delle Al Allo Alla Ai Agli Alle A "
         "Ad Sul Sullo Sulla Sui Sulle Su Con Per Tra Fra Senza Secondo Sotto Sopra Dopo "
         "Prima Durante Mentre Quando Dove Come Se Ma E Ed O Od Che Chi Cosa Perché Poiché "
         "Anche Inoltre Infine Infatti Quindi Dunque Così Tuttavia Però Oggi Ora Poi Qui "
         "Egli Lui Lei Essi Esse Esso Essa Ella Loro Si Ci Vi È Era Fu Furono Sono Erano Ha "
         "Hanno Aveva Non Questo Questa Questi Queste Quello Quella Quelli Quelle Suo Sua "
         "Suoi Sue Molti Molte Alcuni Alcune Altri Altre Tutti Tutte Ogni Entrambi Entrambe "
         "Nonostante Grazie Oltre Attualmente Successivamente Verso Dal Nato Nata Più Solo "
         "Già Ancora Sempre Tale Tali Presso Contro Entro Circa Nacque Ciò"},
    {.codes = "pt mwl",
     .titles = "Sr Sra Srs Sras Srta D Dr Dra Drs Dras Prof Profa Profª Eng Engª Arq Pe Fr "
               "Sto Sta S Exmo Exma Ilmo Ilma Gen Cel Maj Cap Ten Sgt Cb Alm Brig Min Dep Sen Gov "
               "Des Rev V.Ex V.Exa V.S p.ex ex i.e cf vs ca aprox Mr Mrs Ms St",
     .numbers = "n nº no nos núm p pp pág págs pg pgs vol vols art arts fig figs cap caps sec liv "
                "t tab v vv fl fls inc par op tel No km séc sécs",
     .measures = "a.C d.C a.E.C E.C A.C D.C a.m p.m h hs min seg hab km C mi bi",
     .others = "etc al ed eds trad org orgs coord dir rev reimpr ibid id op.cit loc.cit máx mín "
               "adj adv fem masc pl sing lat gr ing fr it esp Cia Inc Ltd Ltda Lda Corp Co Bros "
               "S.A S.A.R E.U.A Av av Pça Pç R Rod Tr Trav Al Dept Depto Univ Inst Jr jr Fº "
               "jan fev mar abr mai jun jul ago set out nov dez tel cód apt ap aprox obs bibl "
               "hist lit filos seg ss s.d s.l s.n",
     .starters =
         "O A Os As Um Uma Uns Umas Ele Ela Eles Elas Este Esta Estes Estas Isto Esse Essa "
         "Esses Essas Isso Aquele Aquela Aquilo Seu Sua Seus Suas Em No Na Nos Nas Num Numa "
         "De Do Da Dos Das Ao À Aos Às Com Sem Por Pelo Pela Para Segundo Sobre Sob Desde "
         "Até Entre Após Depois Antes Durante Logo Então Quando Enquanto Onde Como Se Mas E "
         "Ou Nem Que Quem Embora Além Também Tampouco Assim Agora Hoje Aqui Ali Atualmente "
         "Actualmente Finalmente Posteriormente Devido Graças Junto Mais Muitos Muitas "
         "Alguns Algumas Vários Várias Outro Outra Outros Outras Todos Todas Todo Toda Cada "
         "Ambos Ambas Não É Foi Era Eram Foram São Há Tem Nasceu Qual Quais Apesar Porém "
         "Contudo Entretanto Todavia Porque Já Ainda Só Somente Apenas Neste Nesta Nesse "
         "Nessa Naquele Deste Desta Dentro Fora Perto Conforme Tal Tais Sendo Tendo"},
    {.codes = "ro mo rup",
     .titles =
         "dl dlui dna dra d-l d-na d-ra dr prof conf lect ing arh av acad pr Sf sf Gen gen col "
         "lt cpt mr univ dvs d-voastră ex de.ex i.e cf vs cca ca Mr Mrs Ms Dr Șt Ștef "
         "Gh Th Al Const",
     .numbers = "nr p pp pag vol art fig cap al lit alin tab t op par str bl sc ap et tel No km",
     .measures = "î.Hr d.Hr î.e.n e.n î.C d.C Hr hr mil mld mp loc ore min sec m",
     .others =
         "etc ș.a ş.a ș.a.m.d s.a ed Ed coord trad red ibid id op.cit max min lat gr engl fr "
         "germ ital rom rus magh jud Jud mun bd Bd bul str Șos S.A S.R.L SA Inc Ltd "
         "Corp Co Bros jr ian feb mar apr mai iun iul aug sept sep oct noi nov dec lun mie joi "
         "vin sâm dum ș.c.l ult urm S.U.A U.E n.r n.a",
     .starters =
         "El Ea Ei Ele Un O Unul Una Acest Această Acesta Aceasta Aceste Acești Acestea "
         "Aceștia Acel Acea În Din De La Pe Cu Fără Pentru Prin Despre După Înainte Între "
         "Sub Peste Spre Către Până Dar Și Sau Însă Deși Dacă Când Unde Cum Ce Cine Care "
         "Conform Potrivit Astfel Apoi Atunci Acum Aici Acolo Astăzi Azi Ulterior De "
         "Totuși Totodată Mai Mulți Multe Unii Unele Alții Altele Toți Toate Fiecare Nu Este "
         "E Era Erau Au Fost A Se S-a Sunt S Datorită Cea Cel Cei Cele Lui Ca Deoarece "
         "Întrucât Odată Tot Doar Numai Iar Ambele Ambii Printre Într Într-un Într-o Dintre "
         "Începând Aproape Există"},
    {.codes = "ca",
     .titles = "Sr Sra Srs Sres Srta D Dr Dra Prof Mn Mons St Sta Sts Stes Rev Excm Exc Il·lm "
               "gral Gral p.ex ex cf cfr vs ca aprox Hble Mr Mrs Ms",
     .numbers =
         "núm núms n nre p pp pàg pàgs vol vols art arts fig figs cap caps sec ll t tab v op "
         "fol paràg tel No",
     .measures = "aC dC a.C d.C C aE n.E h hab min km m a.m p.m",
     .others = "etc al ed eds trad coord dir rev ibíd íd op.cit màx mín adj adv f m pl sing lat gr "
               "angl fr cast it Cia Inc Ltd Corp Co Bros S.A S.L Av av Pl pl Pça C c Ctra "
               "Dept Univ Inst Jr gen febr feb abr jul ag set oct nov des aprox",
     .starters =
         "El La Els Les L Lo Un Una Uns Unes Ell Ella Ells Elles Aquest Aquesta Aquests "
         "Aquestes Això Aquell Aquella Allò El Seu Seva A Al Als En De Del Dels Amb Sense "
         "Per Pel Pels Segons Sobre Sota Des Fins Entre Després Abans Durant Mentre Quan On "
         "Com Si Però I O Ni Que Qui Què Encara També Tampoc Així Ara Avui Aquí Allà "
         "Actualment Finalment Posteriorment Més Molts Moltes Alguns Algunes Diversos "
         "Diverses Altres Tots Totes Tot Cada Ambdós No És Era Eren Va Van Foren Fou Són Ha "
         "Han Hi Malgrat Tanmateix Gràcies A més Dins Prop Ja Tal Només Es S'"},
    {.codes = "la",
     .titles = "S SS Ss D Dr Prof cf vid",
     .numbers = "p pp vol cap art fig lib n op §",
     .measures = "a.C.n p.C.n a.Chr.n p.Chr.n a.C p.C saec n",
     .others =
         "etc al ed i.e e.g sc scil Ian Feb Mart Apr Mai Iun Iul Aug Sept Oct Nov Dec Kal Non "
         "Id C Cn L M P Q Sex T Ti Ap A.U.C a.u.c",
     .starters =
         "In Et Sed Est Erat Hic Haec Hoc Qui Quae Quod Post Ante Anno Eius Ex De Cum Ut Si "
         "Ab Ad Per Etiam Nunc Tum Deinde Inter Is Ea Id"},
    {.codes = NULL},
};
