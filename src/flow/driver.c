/* driver.c - how HDF5 writes to a file of ours */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

typedef struct { li_file *file; } choice;

typedef struct {
    H5FD_t   of_library;           /* comes first */
    li_file *file;
    haddr_t  allocated, end;       /* end: of what was written */
} driven;

static H5FD_t *open_driven(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    const choice *c = H5Pget_driver_info(access);
    driven *d = c == NULL ? NULL : calloc(1, sizeof *d);

    (void)name, (void)flags, (void)most;
    if (d == NULL)
        return NULL;
    d->file = c->file;
    d->end = li_file_size(c->file);
    return &d->of_library;
}

static herr_t close_driven(H5FD_t *file)
{
    free(file);
    return 0;
}

static haddr_t allocated(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const driven *)file)->allocated;
}

static herr_t allocate(H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
    (void)type;
    ((driven *)file)->allocated = end;
    return 0;
}

static haddr_t end(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const driven *)file)->end;
}

/* Behind the end are zeros. */
static herr_t read_driven(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size, void *to)
{
    driven *d = (driven *)file;
    size_t there = at >= d->end ? 0 : d->end - at < size ? (size_t)(d->end - at) : size;

    (void)type, (void)transfer;
    memset(to, 0, size);
    li_file_read(d->file, to, there, at);
    return 0;
}

static herr_t write_driven(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t size, const void *from)
{
    driven *d = (driven *)file;

    (void)type, (void)transfer;
    li_file_write_at(d->file, from, size, at);
    if (at + size > d->end)
        d->end = at + size;
    return 0;
}

static herr_t cut_driven(H5FD_t *file, hid_t transfer, hbool_t closing)
{
    driven *d = (driven *)file;

    (void)transfer, (void)closing;
    if (d->end != d->allocated)
        li_file_cut(d->file, d->allocated);
    d->end = d->allocated;
    return 0;
}

static const H5FD_class_t ours = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION, .value = 600,
#endif
    .name = "liaison", .maxaddr = INT64_MAX, .fc_degree = H5F_CLOSE_STRONG, .fapl_size = sizeof(choice), .open = open_driven, .close = close_driven,
    .get_eoa = allocated, .set_eoa = allocate, .get_eof = end, .read = read_driven, .write = write_driven, .truncate = cut_driven,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* The format of HDF5 1.8, which has attributes of any size. */
hid_t li_driver_open(li_file *f, hid_t *driver)
{
    const choice c = { f };
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);

    *driver = H5FDregister(&ours);
    if (access >= 0 && *driver >= 0 && H5Pset_driver(access, *driver, &c) >= 0 && H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST) >= 0)
        return access;
    li_driver_close(access, *driver);
    return -1;
}

void li_driver_close(hid_t access, hid_t driver)
{
    if (access >= 0)
        H5Pclose(access);
    if (driver >= 0)
        H5FDunregister(driver);
}
