/* driver.h - how HDF5 writes to a file of ours
 *
 * A file that HDF5 cannot write it cannot close either. Here everything seems to succeed after a failure, so that the library comes to
 * an orderly end; what went wrong stands in the li_file. */
#ifndef LI_FLOW_DRIVER_H
#define LI_FLOW_DRIVER_H

#include <hdf5.h>

#include "record.h"

/* A list of access properties for H5Fcreate; the file is new and empty. Negative: no memory */
hid_t li_driver_open(li_file *f, hid_t *driver);
void  li_driver_close(hid_t access, hid_t driver);

#endif
