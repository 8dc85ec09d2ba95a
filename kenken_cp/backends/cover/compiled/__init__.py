"""The search and the counts that are compiled by numba. To be read in this order:

- ``engine``: the backend ``compiled``
- ``kernel_data``: exact cover problems and the states of searches as arrays; ``kernel``: the search
  and component caching on them
- ``vector_inference``: inference for the search of many nodes at a time; ``vector_kernel``: its
  inner loops
- ``compiling``: the only module that imports numba
- ``loading``: loads the engine while another one is at work
"""
