#include "tokenizer/text/sentence_language.h"

const struct sentence_language SENTENCE_WORDS_EUROPEAN[] = {
    {.codes = "fi",
     .habits = SENTENCE_ORDINALS,
     .titles =
         "tri prof maist dipl.ins ins hra rva nti arkkit kenr ev evl lk St pyh esim ts mm ns nk "
         "ks vrt eli vs n noin toim suom Mr Mrs Ms Dr",
     .numbers = "s ss nro n:o kuva kuv luku kpl osa § mom art t p op vol puh No nr",
     .measures = "eaa jaa eKr jKr e.Kr j.Kr eKr tuh milj mrd klo min sek km m v vsta mpy",
     .others = "jne ym yms jms jnp tms tmv yo em ko mt mts ao al ed etc käänt toim kirj kust suom "
               "engl saks ransk lat kreik ital esp ven ruots vir unk jap tammi helmi maalis huhti "
               "touko kesä heinä elo syys loka marras joulu Inc Ltd Corp Co Oy Ab jr sr vanh nuor "
               "synt os puol entis nyk alk sm puh koht mon yks poik läh",
     .starters =
         "Hän He Se Ne Me Minä Sinä Te Tämä Nämä Tuo Nuo Joka Jotka Mikä Kuka Missä Milloin "
         "Miksi Miten Kun Jos Vaikka Koska Että Ja Tai Mutta Vaan Myös Lisäksi Sitten Silloin "
         "Tällöin Täällä Siellä Siitä Siinä Sen Niiden Hänen Heidän Sitä Tätä Tästä Tässä "
         "Vuonna Vuoden Vuosina Vuosien Vuodesta Vuoteen Nykyisin Nykyään Nyt Tänään Myöhemmin "
         "Aluksi Lopulta Aiemmin Ensimmäinen Toinen Kaksi Yksi Monet Useat Jotkut Muut Kaikki "
         "Kuitenkin Siksi Näin Niin Kuten Ei Eivät On Oli Ovat Olivat Vielä Jo Vain Ennen "
         "Jälkeen Noin Usein Koko Osa Suurin Samalla Samana Toisaalta Esimerkiksi"},
    {.codes = "et",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr prof hr pr prl mag akad kin nt s.t st v.a vt vrd u ca nn n.ö püha",
     .numbers = "lk nr nr lk joon ptk art kd osa p pt §",
     .measures = "eKr pKr e.m.a m.a.j e.Kr p.Kr a aa saj tuh milj mlrd kell min sek km",
     .others =
         "jne jm jms jt ja.t vms vm al ed etc toim tlk kirj ingl sks pr lad kr it hisp vn rts "
         "sm lt jaan veebr märts apr aug sept okt nov dets Inc Ltd Corp Co AS OÜ sünd sh k.a",
     .starters =
         "Ta Tema See Need Nad Nemad Me Meie Ma Mina Sa Te Selle Nende Tema Oma Kes Mis Kus "
         "Millal Miks Kuidas Kui Kuigi Sest Et Ja Või Aga Kuid Vaid Ka Samuti Lisaks Siis "
         "Seejärel Seal Siin Nii Aastal Aastatel Praegu Nüüd Täna Hiljem Algul Lõpuks Varem "
         "Esimene Teine Kaks Üks Paljud Mitmed Mõned Teised Kõik Siiski Seetõttu Ei On Oli Olid "
         "Veel Juba Ainult Enne Pärast Umbes Sageli Kogu Osa Samal Näiteks"},
    {.codes = "lv ltg",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr prof doc akad arh inž sv t.i t.s piem sk sal apm ap ģen pulk maj kpt",
     .numbers = "nr lpp att tab nod p panta sēj s t §",
     .measures = "g gs p.m.ē m.ē pr.Kr pēc.Kr tūkst milj mljrd plkst min sek km st",
     .others = "u.c u.tml utt u.t.t al ed etc red tulk izd vāc lat kr fr it janv febr apr jūn "
               "jūl aug sept okt nov dec Inc Ltd Corp Co SIA dz",
     .starters =
         "Viņš Viņa Viņi Viņas Tas Tā Tie Tās Mēs Es Jūs Šis Šī Šie Šīs Kas Kur Kad Kāpēc Kā Ja "
         "Lai Jo Un Vai Bet Taču Arī Turklāt Tad Pēc Pirms Uz No Ar Par Pie Pa Starp Bez Līdz "
         "Kopš Gada Šeit Tur Tagad Šodien Vēlāk Sākumā Beidzot Pirmais Otrais Divi Viens Daudzi "
         "Daži Citi Visi Tomēr Tāpēc Nav Ir Bija Vēl Jau Tikai Aptuveni Bieži Visa Daļa Piemēram"},
    {.codes = "lt sgs",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr prof doc akad inž šv t.y t.p pvz plg žr vad kun gen plk mjr kpt vysk gerb "
               "dab aps",
     .numbers = "nr p psl pav lent sk str t d § Nr",
     .measures = "m mm a amž a.m pr.Kr po.Kr pr.m.e m.e tūkst mln mlrd val min sek km proc g k vnt",
     .others =
         "ir.kt kt ir.t.t t.t pan al ed etc red vert leid angl vok lot gr pranc it isp rus lenk "
         "bltr latv saus vas kov bal geg birž liep rugp rugs spal lapkr gruod Inc Ltd Corp Co "
         "UAB AB r sav apskr sen mst mstl vyr jaun gim mir",
     .starters =
         "Jis Ji Jie Jos Tai Tas Ta Tie Tos Mes Aš Jūs Šis Ši Šie Šios Kas Kur Kada Kodėl Kaip "
         "Jei Jeigu Kad Nes Ir Arba Bet Tačiau O Taip Be Tada Po Prieš Į Iš Su Apie Prie Pagal "
         "Tarp Nuo Iki Metais Čia Ten Dabar Šiandien Vėliau Pradžioje Galiausiai Pirmasis "
         "Antras Du Vienas Viena Daug Kai Kiti Visi Todėl Nėra Yra Buvo Dar Jau Tik Apie Dažnai "
         "Visa Dalis Pavyzdžiui Nors Jo Jos Jų Per Dėl Gimė Mirė Kiekvienas"},
    {.codes = "hu",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr prof ifj id özv br gr hg hgt Szt szt kir kat ezr tbk St pl ún u.n vö ill kb "
               "cca ca vs tkp dk Dr Mr Mrs Ms",
     .numbers = "sz o old ol köt fej bek pont ábra tábl évf k cikk § szk op vol No tel",
     .measures = "sz i.e i.sz Kr.e Kr.u e Kr u évsz mill mrd h min mp km m fő db",
     .others =
         "stb s.a.t.b al ed etc szerk ford kiad bp Bp ang ném lat gör fr ol sp or szl "
         "jan febr márc ápr máj jún júl aug szept okt nov dec Inc Ltd Corp Co Rt Kft Zrt Nyrt "
         "Bt vm szül megh ún ua uo uő lsd ld f.h mt tc kft u krt tsz",
     .starters =
         "A Az Egy Ez Ezek Azok Ő Ők Mi Én Ti Aki Akik Ami Amely Amelyek Ahol Amikor Mikor Ha "
         "Bár Mert Hogy És Vagy De Azonban Viszont Is Továbbá Emellett Ezután Azután Majd Akkor "
         "Itt Ott Így Ezért Mivel Miután Mielőtt Közben Később Ma Most Jelenleg Végül Először "
         "Eredetileg Több Sok Néhány Minden Mindkét Más Egyik Másik Nem Még Már Csak Volt Van "
         "Ebben Abban Ebből Erre Arra Ezzel Azzal Ennek Annak Szintén Például Ugyanakkor "
         "Ugyanebben Kezdetben Korábban Mai Első Második Két Két Összesen Gyakran Szerint Miért "
         "Hogyan Ki Mely Született Meghalt Nagy Habár"},
    {.codes = "tr az tk gag crh tt ba",
     .habits = SENTENCE_ORDINALS | SENTENCE_CAPITAL_NOUNS,
     .titles = "Dr dr Prof Doç Müh Mim Yrd Öğr Gör Av Sn Op Uzm Arş Alb Yb Bnb Yzb Org Korg Tümg "
               "Tuğg Gen Mar "
               "Hz hz St Mr Mrs Ms örn örn bkz Bkz krş yak çev",
     .numbers = "No no s sf sy syf c md böl böl tab şek bs nr nu Cad Sk Sok Apt Kat Mah D K",
     .measures = "M.Ö M.S İ.Ö İ.S MÖ MS mil mln mlrd sn dk sa km m yy TL",
     .others =
         "vb vs vd ve.ark al ed etc haz yay der Ed İng Alm Fr Lat Yun İt İsp Rus Ar Far Osm T.C "
         "A.Ş Ltd Şti Inc Corp Co Bros Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara Üniv Fak "
         "Ens Böl Müd Cad Sok Mah Bul vd yakl takr b ö d k T.B.M.M A.B.D A.B.D P.T.T",
     .starters =
         "Bu Şu O Bir Bunlar Onlar Biz Ben Siz Sen Bunun Onun Ve Veya Ama Ancak Fakat Lakin "
         "Ayrıca Daha Sonra Önce Şimdi Bugün Burada Orada Böylece Çünkü Eğer İse Da De Ki Ne Kim "
         "Nerede Nasıl Neden Niçin Her Hiç Bazı Birçok Çok Pek Tüm Bütün Diğer İlk İkinci Son "
         "Sonunda Başlangıçta Günümüzde Genellikle Özellikle Örneğin Yine Hem İki Üç Aynı Kendi "
         "Kendisi En Var Yok Değil Oysa Nitekim Üstelik Bununla Bundan Buna Bunu Ondan Ona Onu "
         "Yaklaşık Bunların Bunlardan İlerleyen Daha Sonraları Doğduğu Zamanla Həmin Lakin Sonra "
         "Onun Bu Əvvəl Daha Həm Və Amma Çünki İndi"},
    {.codes = "el pnt",
     .habits = SENTENCE_SEMICOLON_ASKS,
     .titles =
         "κ κα κος κ.κ δρ Δρ καθ πρωθ αγ Αγ άγ οσ στρ ναύ υπ δηλ π.χ πχ βλ λ.χ λχ πρβλ περ λεγ "
         "ενν βλ π.δ Mr Mrs Dr",
     .numbers = "αρ αριθ σελ σ σσ τ τόμ κεφ άρθρ παρ εικ πίν στ στίχ αρ Αρ τηλ εδ",
     .measures = "π.Χ μ.Χ π.μ μ.μ αι χιλ εκ εκατ δισ ώρ λεπτ χλμ μ τ.χ τ.μ κ.εκ Ε ΠΧ",
     .others =
         "κλπ κ.λπ κ.ά κ.α κτλ κ.τ.λ κ.ο.κ κοκ al ed etc επιμ μτφρ μετ εκδ αγγλ γερμ γαλλ λατ "
         "ιταλ ισπ ρωσ τουρκ αρχ μεσν νεοελλ ελλ Ιαν Φεβ Μαρ Απρ Μαΐ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε "
         "Δεκ Ο.Η.Ε Η.Π.Α Ε.Ε Α.Ε Ε.Π.Ε Inc Ltd Corp Co ό.π ό.π.π γεν θ τ.μ υποσ επ",
     .starters =
         "Ο Η Το Οι Τα Του Της Των Τον Την Τη Τους Τις Ένας Μία Μια Ένα Σε Στο Στη Στην Στον "
         "Στα Στις Στους Από Με Για Κατά Μετά Πριν Μέχρι Έως Προς Χωρίς Παρά Αντί Υπό Επί Μεταξύ "
         "Και Κι Ή Αλλά Όμως Ωστόσο Επίσης Έτσι Τότε Όταν Ενώ Αν Εάν Όπως Όπου Πού Πώς Γιατί Τι "
         "Ποιος Ποια Αυτός Αυτή Αυτό Αυτοί Αυτές Αυτά Εκείνος Εκείνη Εκείνο Εδώ Εκεί Τώρα Σήμερα "
         "Αργότερα Αρχικά Τελικά Πρώτος Πρώτη Δύο Πολλοί Πολλές Πολλά Μερικοί Άλλοι Όλοι Όλα "
         "Κάθε Δεν Δε Μην Είναι Ήταν Υπάρχει Υπάρχουν Ακόμα Ακόμη Ήδη Μόνο Περίπου Συχνά "
         "Σύμφωνα Παράλληλα Επιπλέον Επειδή Καθώς Λόγω Εκτός Ανάμεσα Μέσα Γεννήθηκε Πέθανε Ως "
         "Σπούδασε Έχει Είχε Θα Να Επομένως Άρα Διότι Αφού"},
    {.codes = "hy hyw",
     .habits = SENTENCE_COLON_ENDS,
     .titles = "դոկտ պրոֆ ակադ Սբ սբ Մ պրն տկն օր",
     .numbers = "էջ հ թիվ գլ նկ հատ հտ",
     .measures = "թ թթ դ մ.թ.ա մ.թ մ.թ.ա հզր մլն մլրդ կմ",
     .others = "և.այլն այլն հմմտ տես լատ հուն ռուս անգլ ֆր գերմ խմբ թարգմ",
     .starters =
         "Նա Նրանք Այն Այս Այդ Այստեղ Այնտեղ Իսկ Եվ Բայց Սակայն Երբ Որ Ով Ինչ Նաև Ապա Հետո"},
    {.codes = "ka xmf",
     .titles = "წმ დრ პროფ აკად ბ ქ ე.ი ე.წ მაგ იხ შდრ",
     .numbers = "გვ ტ თ ნახ ნომ",
     .measures = "წ წწ ს სს ძვ.წ ახ.წ ჩვ.წ ათ მლნ მლრდ კმ მ",
     .others = "და.სხვ სხვ ა.შ და.ა.შ რედ თარგ ინგლ გერმ ფრ ლათ ბერძ რუს იანვ თებ აპრ აგვ სექტ ოქტ "
               "ნოემ დეკ",
     .starters = "ეს ის იგი ისინი ამ იმ მისი მათი და მაგრამ ხოლო რომ როდესაც თუ ასევე აქ იქ"},
    {.codes = "sq",
     .titles = "dr prof z znj zj dmth d.m.th p.sh psh shën gjen kol kap dom at krhs vs",
     .numbers = "nr f fq vëll art fig kap f vol",
     .measures = "p.e.s e.s p.K m.K mil mld km m h",
     .others = "etj e.tj al ed etc red përkth bot angl gjerm lat gr fr it jan shk mar pri maj qer "
               "kor gush "
               "sht tet nën dhj Inc Ltd Corp",
     .starters =
         "Ai Ajo Ata Ato Ky Kjo Këta Këto Në Nga Për Me Pa Pas Para Gjatë Kur Ku Si Por Dhe Ose "
         "Edhe "
         "Gjithashtu Pastaj Atëherë Tani Sot Më Disa Shumë Të Një Është Ishte Nuk Sipas Duke Deri"},
    {.codes = "eo io ia",
     .titles = "d-ro prof s-ro s-ino f-ino inĝ t.e k.e ekz ekz vd kp ĉ ĉirk Dr Mr",
     .numbers = "n-ro p paĝ vol ĉap art fig",
     .measures = "a.K p.K a.K.E K.E jc mil mln km m",
     .others = "ktp k.a k.t.p kaj.tiel.plu al ed etc red trad angl germ lat gr jan feb mar apr maj "
               "jun jul "
               "aŭg sep okt nov dec Inc Ltd",
     .starters = "La Li Ŝi Ĝi Ili Ni Mi Vi Oni Tiu Tiuj Ĉi En De El Al Por Per Kun Sen Post Antaŭ "
                 "Dum Kiam Kie "
                 "Kiel Kiu Kio Sed Kaj Aŭ Ankaŭ Tamen Do Tial Tie Nun Hodiaŭ Poste Multaj Kelkaj "
                 "Ĉiuj Unu Du "
                 "Estas Estis Ne Jam Nur Laŭ Inter Ekde Ĝis Pri Ĉar Se Lia Ŝia Ĝia Ilia"},
    {.codes = "eu",
     .titles = "dr prof jn and adib d.l.m ik cf St",
     .numbers = "zk zenb or orr lib art irud kap",
     .measures = "K.a K.o k.a k.o mil km m",
     .others = "eta.abar abar etab al ed etc itzul arg ing lat gr fr urt ots mar api mai eka uzt "
               "abu ira urr aza "
               "abe Inc Ltd",
     .starters = "Hau Hori Hura Haiek Horiek Hauek Bera Gero Orduan Baina Eta Edo Ere Halaber Izan "
                 "Ez Bere Bai "
                 "Hala Horregatik Hemen Han Orain Gaur Bi Asko Batzuk Beste Guztiak Lehen"},
    {.codes = "cy ga gd br gv kw",
     .titles = "Dr Mr Mrs Ms Prof Parch Sant St h.y e.e An.tOll m.sh m.e i.e e.g",
     .numbers = "rhif t tt tud lch lgh uimh cyf rh",
     .measures = "CC OC C.C O.C R.C A.D i.C",
     .others = "ayyb srl agus.araile al ed etc gol cyf Ion Chwef Maw Ebr Meh Gorff Awst Med Hyd "
               "Tach Rhag Ean "
               "Feabh Már Aib Beal Meith Iúil Lún MFómh DFómh Samh Noll",
     .starters = "Mae Y Yr Yn Roedd Bu Ef Hi Ond A Ac Pan Ar Ar.ôl Tá Bhí Is Sa San I Ó Le Agus "
                 "Ach Nuair Sé Sí "
                 "Siad Seo Ina Rugadh Ann Tha Bha"},
    {.codes = NULL},
};
