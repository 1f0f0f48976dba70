/* record-hdf5.c - rows as tables of an HDF5 file
 *
 * A file that HDF5 has not closed cannot be read, so the rows wait as doubles in FILE.part: t and the columns, after the line that CSV
 * begins with. At the end FILE.whole is made from it. The library must be one for threads where several of them write (Debian's is). */
#include "driver.h"

enum { TABLES = 1 + LI_COLUMN_ENDING + 1,      /* t, then one for every kind */
       BLOCK = 1 << 17 };                      /* doubles at a time */

static const char *const table_name[TABLES] = {
    "t", [1 + LI_COLUMN_COORDINATE] = "coordinates", [1 + LI_COLUMN_VELOCITY] = "velocities", [1 + LI_COLUMN_QUASI] = "quasi_velocities",
    [1 + LI_COLUMN_SPEED] = "speeds", [1 + LI_COLUMN_MULTIPLIER] = "multipliers", [1 + LI_COLUMN_ENERGY] = "energy",
    [1 + LI_COLUMN_INTEGRAL] = "integrals", [1 + LI_COLUMN_OVER] = "over", [1 + LI_COLUMN_OUTCOME] = "outcome", [1 + LI_COLUMN_ENDING] = "ending",
};

typedef struct {
    li_record_writer *w;
    bool   failed;                 /* HDF5 said so; what it says of the file is in the li_file */
    hid_t  file, text, scalar;     /* text: the type of strings */
    hid_t  timeless;               /* what is created without the time of day */
    size_t first[TABLES + 1];      /* of a table: its places in `order`; as many as it has columns */
    size_t *order;                 /* places in a row of the part */
    hid_t  table[TABLES];          /* negative: it has no columns */
    size_t rows;                   /* that the blocks hold */
    double *in, *out;
} making;

/* What HDF5 returns is negative where it failed. */
static hid_t made(making *M, hid_t x)
{
    if (x < 0)
        M->failed = true;
    return x;
}

static void done(making *M, herr_t status)
{
    if (status < 0)
        M->failed = true;
}

/* ---- rows on their way ---- */

static void put_row(li_record_writer *w, double t, const double *column)
{
    li_file_put(&w->file, (const char *)&t, sizeof t);
    li_file_put(&w->file, (const char *)column, w->head.columns * sizeof *column);
}

/* ---- what is no number of a row ---- */

static void put_attribute(making *M, hid_t of, const char *name, hid_t type, hid_t space, const void *value)
{
    hid_t attribute = made(M, H5Acreate2(of, name, type, space, H5P_DEFAULT, H5P_DEFAULT));

    if (attribute >= 0) {
        done(M, H5Awrite(attribute, type, value));
        done(M, H5Aclose(attribute));
    }
}

static void put_words(making *M, const char *name, const char *words)
{
    if (words != NULL)
        put_attribute(M, M->file, name, M->text, M->scalar, &words);
}

static void put_facts(making *M, size_t count, const li_fact *fact)
{
    for (size_t i = 0; i < count; i++)
        if (fact[i].words != NULL)
            put_words(M, fact[i].name, fact[i].words);
        else
            put_attribute(M, M->file, fact[i].name, H5T_NATIVE_DOUBLE, M->scalar, &fact[i].number);
}

static void put_model(making *M, const char *model)
{
    hid_t set = model == NULL ? -1 : made(M, H5Dcreate2(M->file, "model", M->text, M->scalar, H5P_DEFAULT, M->timeless, H5P_DEFAULT));

    if (set >= 0) {
        done(M, H5Dwrite(set, M->text, H5S_ALL, H5S_ALL, H5P_DEFAULT, &model));
        done(M, H5Dclose(set));
    }
}

/* ---- tables ---- */

/* The columns table by table. */
static void sort_columns(making *M)
{
    const li_record_head *head = &M->w->head;
    size_t k = 0;

    M->order[k++] = 0;
    for (size_t table = 1; table < TABLES; table++) {
        M->first[table] = k;
        for (size_t i = 0; i < head->columns; i++)
            if (1 + (size_t)head->column[i].kind == table)
                M->order[k++] = 1 + i;
    }
    M->first[TABLES] = k;
}

static size_t width(const making *M, size_t table) { return M->first[table + 1] - M->first[table]; }

/* t, the energy, how it ended */
static bool is_list(const making *M, size_t table)
{
    return table == 0 || ((table == 1 + LI_COLUMN_ENERGY || table == 1 + LI_COLUMN_ENDING) && width(M, table) == 1);
}

static void put_names(making *M, size_t table)
{
    hsize_t n = width(M, table);
    const char **name = li_new(M->w->ctx, n, sizeof *name);
    hid_t space = made(M, H5Screate_simple(1, &n, NULL));

    for (size_t i = 0; name != NULL && i < n; i++)
        name[i] = M->w->head.column[M->order[M->first[table] + i] - 1].name;
    if (name == NULL)
        M->failed = true;
    else if (space >= 0)
        put_attribute(M, M->table[table], "columns", M->text, space, name);
    if (space >= 0)
        done(M, H5Sclose(space));
    li_drop(M->w->ctx, name);
}

static void make_table(making *M, size_t table)
{
    const hsize_t size[] = { M->w->rows, width(M, table) };
    hid_t space = made(M, H5Screate_simple(is_list(M, table) ? 1 : 2, size, NULL));

    if (space >= 0) {
        M->table[table] = made(M, H5Dcreate2(M->file, table_name[table], H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, M->timeless, H5P_DEFAULT));
        done(M, H5Sclose(space));
    }
    if (M->table[table] >= 0 && table > 0)
        put_names(M, table);
}

/* `count` rows from `row` on, from the block */
static void put_block(making *M, size_t table, uint64_t row, size_t count)
{
    const hsize_t from[] = { row, 0 }, size[] = { count, width(M, table) };
    size_t stride = 1 + M->w->head.columns, k = 0;
    hid_t here = made(M, H5Screate_simple(is_list(M, table) ? 1 : 2, size, NULL)), there = made(M, H5Dget_space(M->table[table]));

    for (size_t i = 0; i < count; i++)
        for (size_t j = M->first[table]; j < M->first[table + 1]; j++)
            M->out[k++] = M->in[i * stride + M->order[j]];
    if (here >= 0 && there >= 0) {
        done(M, H5Sselect_hyperslab(there, H5S_SELECT_SET, from, NULL, size, NULL));
        done(M, H5Dwrite(M->table[table], H5T_NATIVE_DOUBLE, here, there, H5P_DEFAULT, M->out));
    }
    if (here >= 0)
        done(M, H5Sclose(here));
    if (there >= 0)
        done(M, H5Sclose(there));
}

static void put_tables(making *M, const li_file *out)
{
    li_record_writer *w = M->w;
    size_t bytes = (1 + w->head.columns) * sizeof *M->in;

    for (uint64_t row = 0; row < w->rows && !M->failed && !out->failed; row += M->rows) {
        size_t count = w->rows - row < M->rows ? (size_t)(w->rows - row) : M->rows;
        if (li_file_read(&w->file, M->in, count * bytes, w->start + row * bytes) != LI_OK)
            return;
        for (size_t table = 0; table < TABLES; table++)
            if (M->table[table] >= 0)
                put_block(M, table, row, count);
    }
}

/* ---- the file ---- */

static void put_everything(making *M, const li_file *out, size_t count, const li_fact *fact)
{
    const li_record_head *head = &M->w->head;

    put_words(M, "system", head->system);
    put_words(M, "title", head->title);
    put_words(M, "version", head->version);
    put_facts(M, head->facts, head->fact);
    put_facts(M, count, fact);
    put_model(M, head->model);
    for (size_t table = 0; table < TABLES && !M->failed; table++)
        if (width(M, table) > 0)
            make_table(M, table);
    put_tables(M, out);
    for (size_t table = 0; table < TABLES; table++)
        if (M->table[table] >= 0)
            done(M, H5Dclose(M->table[table]));
}

static void open_types(making *M)
{
    M->scalar = made(M, H5Screate(H5S_SCALAR));
    M->timeless = made(M, H5Pcreate(H5P_DATASET_CREATE));
    M->text = made(M, H5Tcopy(H5T_C_S1));
    if (M->timeless >= 0)
        done(M, H5Pset_obj_track_times(M->timeless, false));
    if (M->text >= 0) {
        done(M, H5Tset_size(M->text, H5T_VARIABLE));
        done(M, H5Tset_cset(M->text, H5T_CSET_UTF8));
    }
}

static void close_types(making *M)
{
    if (M->scalar >= 0)
        H5Sclose(M->scalar);
    if (M->timeless >= 0)
        H5Pclose(M->timeless);
    if (M->text >= 0)
        H5Tclose(M->text);
}

static void make_file(making *M, li_file *out, size_t count, const li_fact *fact)
{
    hid_t driver, access = made(M, li_driver_open(out, &driver)), create = made(M, H5Pcreate(H5P_FILE_CREATE));

    open_types(M);
    if (create >= 0)
        done(M, H5Pset_obj_track_times(create, false));
    M->file = M->failed ? -1 : made(M, H5Fcreate(out->part, H5F_ACC_TRUNC, create, access));
    if (M->file >= 0) {
        put_everything(M, out, count, fact);
        done(M, H5Fclose(M->file));
    }
    close_types(M);
    if (create >= 0)
        H5Pclose(create);
    if (access >= 0)
        li_driver_close(access, driver);
}

static li_status making_init(making *M, li_record_writer *w)
{
    size_t n = 1 + w->head.columns;

    *M = (making){ .w = w, .rows = BLOCK / n > 0 ? BLOCK / n : 1, .order = li_new(w->ctx, n, sizeof *M->order) };
    for (size_t table = 0; table < TABLES; table++)
        M->table[table] = -1;
    M->in = li_new(w->ctx, M->rows * n, sizeof *M->in);
    M->out = li_new(w->ctx, M->rows * n, sizeof *M->out);
    return M->order == NULL || M->in == NULL || M->out == NULL ? LI_MEMORY : LI_OK;
}

static void making_clear(making *M)
{
    li_ctx *ctx = M->w->ctx;

    li_drop(ctx, M->order);
    li_drop(ctx, M->in);
    li_drop(ctx, M->out);
}

/* The library prints what fails; its printer is switched off meanwhile. */
static void make_quietly(making *M, li_file *out, size_t count, const li_fact *fact)
{
    H5E_auto2_t printer;
    void *of_printer;
    bool known = H5Eget_auto2(H5E_DEFAULT, &printer, &of_printer) >= 0;

    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    sort_columns(M);
    make_file(M, out, count, fact);
    if (known)
        H5Eset_auto2(H5E_DEFAULT, printer, of_printer);
}

static li_status make(li_record_writer *w, size_t count, const li_fact *fact)
{
    making M;
    li_file out;
    li_status status = li_file_flush(&w->file);

    if (status == LI_OK)
        status = li_file_open(w->ctx, &out, w->file.path, ".whole", LI_FILE_NEW);
    if (status != LI_OK)
        return status;
    status = making_init(&M, w);
    if (status == LI_OK) {
        make_quietly(&M, &out, count, fact);
        if (M.failed && !out.failed && !w->file.failed)
            li_fail(w->ctx, LI_FILE, "cannot write %s: HDF5 failed", out.part);
        status = M.failed || w->file.failed ? li_ctx_status(w->ctx) : li_file_name(&out);
    }
    if (status != LI_OK)
        li_file_close(&out, true);
    making_clear(&M);
    return status;
}

/* The head of CSV tells one run from another. */
static void put_head(li_ctx *ctx, li_text *out, const li_record_head *head) { li_record_csv.head(ctx, out, head); }

const li_record_format li_record_hdf5 = { ".h5", put_head, put_row, NULL, make };
const li_record_format li_record_hdf5_long = { ".hdf5", put_head, put_row, NULL, make };
