// SPDX-License-Identifier: Apache-2.0
// The dictionary, see names.h. JSON is parsed as YAML.
#include "names.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

#ifndef WEIR_NO_ELF
#include <gelf.h>
#include <libelf.h>
#endif

#include "weir_names.h"

static int by_key(const names_entry_t *a, const names_entry_t *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return a->value < b->value ? -1 : a->value > b->value;
}

// Adds an entry; replaces one with the same key.
static void add(names_t *names, names_entry_t entry, const char *name, const char *unit)
{
    size_t low = 0, high = names->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (by_key(&names->entries[middle], &entry) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    entry.name = strdup(name);
    entry.file = names->files;
    entry.unit = unit && *unit ? strdup(unit) : NULL;
    if (names->count == names->capacity) {
        size_t capacity = names->capacity ? 2 * names->capacity : 64;
        names_entry_t *entries = realloc(names->entries, capacity * sizeof *entries);
        if (entries) {
            names->entries = entries;
            names->capacity = capacity;
        }
    }
    if (!entry.name || (unit && *unit && !entry.unit) || names->count == names->capacity) {
        free(entry.name);
        free(entry.unit);
        names->no_memory = true;
        return;
    }
    if (low < names->count && !by_key(&names->entries[low], &entry)) {
        free(names->entries[low].name);
        free(names->entries[low].unit);
        names->entries[low] = entry;
        return;
    }
    memmove(&names->entries[low + 1], &names->entries[low],
            (names->count - low) * sizeof *names->entries);
    names->entries[low] = entry;
    names->count++;
}

void names_free(names_t *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->entries[i].name);
        free(names->entries[i].unit);
    }
    free(names->entries);
    for (size_t i = 0; i < names->image_count; i++)
        free(names->images[i].bytes);
    free(names->images);
    *names = (names_t){0};
}

bool names_any(const names_t *names) { return names->count || names->image_count; }

static const names_entry_t no_entry;

static const names_entry_t *find(const names_t *names, names_entry_t key)
{
    size_t low = 0, high = names ? names->count : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = by_key(&names->entries[middle], &key);
        if (!order)
            return &names->entries[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return &no_entry;
}

const char *names_id(const names_t *names, uint32_t id)
{
    return find(names, (names_entry_t){.kind = NAMES_ID, .id = id})->name;
}

const char *names_value(const names_t *names, uint32_t id, uint64_t value)
{
    return find(names, (names_entry_t){.kind = NAMES_VALUE, .id = id, .value = value})->name;
}

const char *names_thread(const names_t *names, uint64_t thread, bool *symbol)
{
    const names_entry_t *entry = find(names,
                                      (names_entry_t){.kind = NAMES_THREAD, .value = thread});
    if (symbol)
        *symbol = entry->symbol;
    return entry->name;
}

// Adds an entry that the file has at an offset.
static int add_once(names_t *names, names_entry_t entry, const char *name, const char *unit,
                    uint64_t offset, model_problem_t *problem)
{
    const names_entry_t *known = find(names, entry);
    char expected[sizeof problem->expected];
    if (!known->name || known->file != names->files || !strcmp(known->name, name)) {
        add(names, entry, name, unit);
        return 0;
    }
    if (entry.kind == NAMES_ID)
        snprintf(expected, sizeof expected, "one name for id %" PRIu32, entry.id);
    else if (entry.kind == NAMES_VALUE)
        snprintf(expected, sizeof expected, "one name for value %" PRIu64 " of id %" PRIu32,
                 entry.value, entry.id);
    else
        snprintf(expected, sizeof expected, "one name for thread 0x%" PRIx64, entry.value);
    return model_problem(problem, offset, expected, "%s and %s", known->name, name);
}

static const char *string_at(const names_t *names, uint64_t address, bool formats)
{
    for (size_t i = names ? names->image_count : 0; i-- > 0;) {
        const struct names_image *image = &names->images[i];
        if (image->formats == formats && address >= image->address &&
            address - image->address < image->size)
            return image->bytes + (address - image->address);
    }
    return NULL;
}

const char *names_format(const names_t *names, uint64_t address)
{
    return string_at(names, address, true);
}

const char *names_string(const names_t *names, uint64_t address)
{
    return string_at(names, address, false);
}

unsigned names_long(const names_t *names)
{
    return names && names->bytes_of_long ? names->bytes_of_long : 4;
}

model_record_t names_record(const names_entry_t *entry)
{
    model_record_t record = model_record(entry->kind == NAMES_THREAD ? MODEL_OBJECT : MODEL_NAME);
    record.name = model_text(entry->name);
    if (entry->kind == NAMES_THREAD) {
        record.object.kind = MODEL_OBJECT_THREAD;
        record.object.number = entry->value;
        return record;
    }
    record.space = MODEL_SPACE_WEIR;
    record.id = entry->id;
    record.class = (uint8_t)model_class(entry->id);
    record.value_named = entry->kind == NAMES_VALUE;
    record.value = entry->value;
    return record;
}

// ---- JSON and YAML

typedef struct {
    names_t *names;
    model_problem_t *problem;
    yaml_document_t document;
} file_t;

static int report_wrong(const file_t *f, const yaml_node_t *node, const char *expected)
{
    const char *found = !node                              ? "nothing"
                        : node->type == YAML_SCALAR_NODE   ? (const char *)node->data.scalar.value
                        : node->type == YAML_SEQUENCE_NODE ? "a list"
                                                           : "a map";
    return model_problem(f->problem, node ? node->start_mark.index : 0, expected, "%s", found);
}

static bool is(const yaml_node_t *node, const char *text)
{
    return node->type == YAML_SCALAR_NODE && !strcmp((const char *)node->data.scalar.value, text);
}

static bool number(const yaml_node_t *node, uint64_t most, uint64_t *value)
{
    char *end;
    const char *text = node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : "";
    errno = 0;
    *value = strtoull(text, &end, text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *value <= most;
}

static const char *text_of(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static int add_text(file_t *f, const yaml_node_t *key, names_entry_t entry, const char *name,
                    const char *unit)
{
    return add_once(f->names, entry, name, unit, key->start_mark.index, f->problem);
}

typedef int each_t(file_t *f, yaml_node_t *key, yaml_node_t *value, uint32_t id);

static int each_pair(file_t *f, yaml_node_t *map, each_t *each, uint32_t id, const char *expected)
{
    if (!map || map->type != YAML_MAPPING_NODE)
        return report_wrong(f, map, expected);
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
         p++) {
        int rc = each(f, yaml_document_get_node(&f->document, p->key),
                      yaml_document_get_node(&f->document, p->value), id);
        if (rc)
            return rc;
    }
    return 0;
}

static int parse_value(file_t *f, yaml_node_t *key, yaml_node_t *value, uint32_t id)
{
    uint64_t n;
    if (!number(key, UINT64_MAX, &n))
        return report_wrong(f, key, "a value (a number)");
    if (!text_of(value))
        return report_wrong(f, value, "the name of a value");
    return add_text(f, key, (names_entry_t){.kind = NAMES_VALUE, .id = id, .value = n},
                    text_of(value), NULL);
}

static int parse_thread(file_t *f, yaml_node_t *key, yaml_node_t *value, uint32_t unused)
{
    uint64_t n;
    (void)unused;
    if (!number(key, UINT64_MAX, &n))
        return report_wrong(f, key, "a thread value (a number)");
    if (!text_of(value))
        return report_wrong(f, value, "the name of a thread");
    return add_text(f, key, (names_entry_t){.kind = NAMES_THREAD, .value = n}, text_of(value),
                    NULL);
}

static int parse_id(file_t *f, yaml_node_t *key, yaml_node_t *value, uint32_t unused)
{
    const char *name = text_of(value), *unit = NULL;
    uint64_t id;
    int rc = 0;

    (void)unused;
    if (!number(key, 0xffff, &id))
        return report_wrong(f, key, "an id (a number up to 0xffff)");
    if (!name && value->type != YAML_MAPPING_NODE)
        return report_wrong(f, value, "a name, or a map of name, unit and values");
    if (!name) {
        for (yaml_node_pair_t *p = value->data.mapping.pairs.start;
             p < value->data.mapping.pairs.top && !rc; p++) {
            yaml_node_t *field = yaml_document_get_node(&f->document, p->key);
            yaml_node_t *content = yaml_document_get_node(&f->document, p->value);
            if (is(field, "values"))
                rc = each_pair(f, content, parse_value, (uint32_t)id, "a map of values to names");
            else if (is(field, "name") && text_of(content))
                name = text_of(content);
            else if (is(field, "unit") && text_of(content))
                unit = text_of(content);
            else
                rc = report_wrong(f, field, "name, unit or values");
        }
    }
    if (!rc && name)
        rc = add_text(f, key, (names_entry_t){.kind = NAMES_ID, .id = (uint32_t)id}, name, unit);
    return rc;
}

static int parse_section(file_t *f, yaml_node_t *key, yaml_node_t *value, uint32_t unused)
{
    (void)unused;
    if (is(key, "ids"))
        return each_pair(f, value, parse_id, 0, "a map of ids");
    if (is(key, "threads"))
        return each_pair(f, value, parse_thread, 0, "a map of threads");
    return report_wrong(f, key, "ids or threads");
}

// The next document, without a root at the end of the file.
static int load(yaml_parser_t *parser, yaml_document_t *document, model_problem_t *problem)
{
    if (yaml_parser_load(parser, document))
        return 0;
    if (parser->error == YAML_MEMORY_ERROR || parser->error == YAML_NO_ERROR)
        return MODEL_E_ROOM; // not every one says so
    return model_problem(
        problem, parser->problem_mark.index ? parser->problem_mark.index : parser->problem_offset,
        "JSON or YAML", "other text (%s)", parser->problem ? parser->problem : "no reason known");
}

static int read_text(names_t *names, FILE *in, model_problem_t *problem)
{
    file_t f = {.names = names, .problem = problem};
    yaml_parser_t parser;

    if (!yaml_parser_initialize(&parser))
        return MODEL_E_ROOM;
    yaml_parser_set_input_file(&parser, in);
    int rc = load(&parser, &f.document, problem);
    if (!rc) {
        rc = each_pair(&f, yaml_document_get_root_node(&f.document), parse_section, 0,
                       "a map with ids and threads");
        yaml_document_delete(&f.document);
    }
    if (!rc && !(rc = load(&parser, &f.document, problem))) {
        if (yaml_document_get_root_node(&f.document))
            rc = model_problem(problem, f.document.start_mark.index, "the end",
                               "a second document");
        yaml_document_delete(&f.document);
    }
    yaml_parser_delete(&parser);
    return rc;
}

// ---- ELF

#ifdef WEIR_NO_ELF

static int read_elf(names_t *names, int file, uint64_t size, model_problem_t *problem)
{
    (void)names, (void)file, (void)size;
    return model_problem(problem, 0, "JSON or YAML", "an ELF file, which this build cannot read");
}

#else

static uint32_t u32(const uint8_t *at, bool big)
{
    return big ? (uint32_t)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3]
               : (uint32_t)at[3] << 24 | at[2] << 16 | at[1] << 8 | at[0];
}

// Reads the section .weir_names, which WEIR_NAME fills.
static int read_names_section(names_t *names, const Elf_Data *data, uint64_t offset, bool big,
                              model_problem_t *problem)
{
    const uint8_t *at = data->d_buf;
    if (data->d_size % sizeof(struct weir_name))
        return model_problem(problem, offset, "a .weir_names of whole entries", "%zu bytes",
                             data->d_size);
    for (size_t i = 0; i < data->d_size; i += sizeof(struct weir_name)) {
        uint32_t kind = u32(at + i, big), id = u32(at + i + 4, big),
                 low = u32(at + i + (big ? 12 : 8), big), high = u32(at + i + (big ? 8 : 12), big);
        char name[52], unit[12];
        memcpy(name, at + i + 16, sizeof name);
        memcpy(unit, at + i + 68, sizeof unit);
        if ((kind != WEIR_NAMES_ID && kind != WEIR_NAMES_VALUE) || id > 0xffff || name[51] ||
            unit[11])
            return model_problem(problem, offset + i, "an entry of .weir_names",
                                 "kind %" PRIu32 ", id %" PRIu32, kind, id);
        names_entry_t entry = {.kind = kind == WEIR_NAMES_ID ? NAMES_ID : NAMES_VALUE, .id = id};
        if (kind == WEIR_NAMES_VALUE)
            entry.value = (uint64_t)high << 32 | low;
        const int rc = add_once(names, entry, name, unit, offset + i, problem);
        if (rc)
            return rc;
    }
    return 0;
}

// Whether a symbol names writable memory, as that of a control block.
static bool is_variable(Elf *elf, const GElf_Sym *symbol)
{
    GElf_Shdr header;
    Elf_Scn *section = symbol->st_shndx < SHN_LORESERVE ? elf_getscn(elf, symbol->st_shndx) : NULL;
    return GELF_ST_TYPE(symbol->st_info) == STT_OBJECT && symbol->st_value && symbol->st_size &&
           section && gelf_getshdr(section, &header) && header.sh_flags & SHF_ALLOC &&
           header.sh_flags & SHF_WRITE;
}

// The control block of a thread is an object: its address is the value of the thread, its symbol
// the name.
static void read_symbols(names_t *names, Elf *elf, Elf_Data *data, const GElf_Shdr *header)
{
    GElf_Sym symbol;
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    for (size_t i = 0; i < count && gelf_getsym(data, (int)i, &symbol); i++) {
        const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
        if (is_variable(elf, &symbol) && name && *name &&
            !names_thread(names, symbol.st_value, NULL))
            add(names,
                (names_entry_t){.kind = NAMES_THREAD, .value = symbol.st_value, .symbol = true},
                name, NULL);
    }
}

static void add_image(names_t *names, uint64_t address, const Elf_Data *data, bool formats)
{
    char *bytes = malloc(data->d_size + 1);
    struct names_image *images = realloc(names->images, (names->image_count + 1) * sizeof *images);
    names->images = images ? images : names->images;
    if (!bytes || !images) {
        free(bytes);
        names->no_memory = true;
        return;
    }
    memcpy(bytes, data->d_buf, data->d_size);
    bytes[data->d_size] = 0;
    names->images[names->image_count++] = (struct names_image){address, bytes, data->d_size,
                                                               formats};
}

static int read_elf(names_t *names, int file, uint64_t size, model_problem_t *problem)
{
    uint64_t image_bytes = 0;
    GElf_Ehdr ehdr;
    GElf_Shdr header;
    Elf_Scn *section = NULL;
    size_t strings;
    int rc = 0;

    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(file, ELF_C_READ, NULL);
    if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &ehdr) ||
        elf_getshdrstrndx(elf, &strings)) {
        model_problem(problem, 0, "an ELF file", "%s", elf_errmsg(-1));
        elf_end(elf);
        return MODEL_E_BAD;
    }
    if (ehdr.e_shoff > size || size - ehdr.e_shoff < (uint64_t)ehdr.e_shnum * ehdr.e_shentsize) {
        elf_end(elf);
        return model_problem(problem, ehdr.e_shoff, "the table of sections",
                             "the end after %" PRIu64 " bytes", size);
    }
    names->bytes_of_long = ehdr.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
    while (!rc && (section = elf_nextscn(elf, section)) && gelf_getshdr(section, &header)) {
        const char *name = elf_strptr(elf, strings, header.sh_name);
        Elf_Data *data;
        if (header.sh_type == SHT_SYMTAB && (data = elf_getdata(section, NULL)))
            read_symbols(names, elf, data, &header);
        else if (name && !strcmp(name, ".weir_names") && (data = elf_rawdata(section, NULL)) &&
                 data->d_buf)
            rc = read_names_section(names, data, header.sh_offset,
                                    ehdr.e_ident[EI_DATA] == ELFDATA2MSB, problem);
        else if (header.sh_type == SHT_PROGBITS && (data = elf_rawdata(section, NULL)) &&
                 data->d_buf) {
            const bool formats = name && !strcmp(name, ".weir_formats");
            if (!formats && (!(header.sh_flags & SHF_ALLOC) || header.sh_flags & SHF_WRITE))
                continue;
            image_bytes += data->d_size;
            if (image_bytes > size)
                rc = model_problem(problem, header.sh_offset, "sections that do not overlap",
                                   "%" PRIu64 " bytes in a file of %" PRIu64, image_bytes, size);
            else
                add_image(names, header.sh_addr, data, formats);
        }
    }
    elf_end(elf);
    return rc;
}

#endif

int names_read(names_t *names, int file, model_problem_t *problem)
{
    static const char magic[] = "\177ELF";
    char head[sizeof magic - 1];
    struct stat about;
    names->files++;
    const ssize_t got = pread(file, head, sizeof head, 0);
    if (got < 0 || fstat(file, &about) || lseek(file, 0, SEEK_SET))
        return MODEL_E_READ;
    int rc;
    if (got == (ssize_t)sizeof head && !memcmp(head, magic, sizeof head)) {
        rc = read_elf(names, file, (uint64_t)about.st_size, problem);
    } else {
        const int copy = dup(file);
        FILE *text = copy < 0 ? NULL : fdopen(copy, "rb");
        if (!text) {
            if (copy >= 0)
                close(copy);
            return MODEL_E_READ;
        }
        rc = read_text(names, text, problem);
        fclose(text);
    }
    if (!rc && names->no_memory)
        rc = MODEL_E_ROOM;
    if (rc == MODEL_E_ROOM)
        errno = ENOMEM;
    return rc;
}
