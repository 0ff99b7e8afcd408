<?php

namespace ServiceConnector;

/** What the platform calls when something has changed. One line each: the platform finds them by name. */
trait ShopHooks
{
    /** @return string[] */
    public static function hookNames(): array
    {
        $names = [];
        foreach (get_class_methods(self::class) as $method) {
            if (preg_match('/^hook(Action.+)$/', $method, $found)) {
                $names[] = lcfirst($found[1]);
            }
        }

        return $names;
    }

    public function hookActionObjectCustomerAddAfter($params) { $this->noted('Customer', 'Add', $params); }
    public function hookActionObjectCustomerUpdateAfter($params) { $this->noted('Customer', 'Update', $params); }
    public function hookActionObjectCustomerDeleteAfter($params) { $this->noted('Customer', 'Delete', $params); }
    public function hookActionObjectOrderAddAfter($params) { $this->noted('Order', 'Add', $params); }
    public function hookActionObjectOrderUpdateAfter($params) { $this->noted('Order', 'Update', $params); }
    public function hookActionObjectOrderDeleteAfter($params) { $this->noted('Order', 'Delete', $params); }
    public function hookActionObjectProductAddAfter($params) { $this->noted('Product', 'Add', $params); }
    public function hookActionObjectProductUpdateAfter($params) { $this->noted('Product', 'Update', $params); }
    public function hookActionObjectProductDeleteAfter($params) { $this->noted('Product', 'Delete', $params); }
    public function hookActionObjectAddressAddAfter($params) { $this->noted('Address', 'Add', $params); }
    public function hookActionObjectAddressUpdateAfter($params) { $this->noted('Address', 'Update', $params); }
    public function hookActionObjectAddressDeleteAfter($params) { $this->noted('Address', 'Delete', $params); }
    public function hookActionObjectOrderSlipAddAfter($params) { $this->noted('OrderSlip', 'Add', $params); }
    public function hookActionObjectOrderSlipUpdateAfter($params) { $this->noted('OrderSlip', 'Update', $params); }
    public function hookActionObjectOrderSlipDeleteAfter($params) { $this->noted('OrderSlip', 'Delete', $params); }
    public function hookActionObjectOrderDetailAddAfter($params) { $this->noted('OrderDetail', 'Add', $params); }
    public function hookActionObjectOrderDetailUpdateAfter($params) { $this->noted('OrderDetail', 'Update', $params); }
    public function hookActionObjectOrderDetailDeleteAfter($params) { $this->noted('OrderDetail', 'Delete', $params); }
    public function hookActionObjectOrderHistoryAddAfter($params) { $this->noted('OrderHistory', 'Add', $params); }
    public function hookActionObjectCombinationAddAfter($params) { $this->noted('Combination', 'Add', $params); }
    public function hookActionObjectCombinationUpdateAfter($params) { $this->noted('Combination', 'Update', $params); }
    public function hookActionObjectCombinationDeleteAfter($params) { $this->noted('Combination', 'Delete', $params); }
    public function hookActionObjectSpecificPriceAddAfter($params) { $this->noted('SpecificPrice', 'Add', $params); }
    public function hookActionObjectSpecificPriceUpdateAfter($params) { $this->noted('SpecificPrice', 'Update', $params); }
    public function hookActionObjectSpecificPriceDeleteAfter($params) { $this->noted('SpecificPrice', 'Delete', $params); }
    public function hookActionObjectStockAvailableAddAfter($params) { $this->noted('StockAvailable', 'Add', $params); }
    public function hookActionObjectStockAvailableUpdateAfter($params) { $this->noted('StockAvailable', 'Update', $params); }
    public function hookActionObjectStockAvailableDeleteAfter($params) { $this->noted('StockAvailable', 'Delete', $params); }
    public function hookActionObjectImageAddAfter($params) { $this->noted('Image', 'Add', $params); }
    public function hookActionObjectImageUpdateAfter($params) { $this->noted('Image', 'Update', $params); }
    public function hookActionObjectImageDeleteAfter($params) { $this->noted('Image', 'Delete', $params); }

    public function hookActionObjectCategoryUpdateBefore($params) { $this->notedWide('Category', false, $params); }
    public function hookActionObjectCategoryDeleteBefore($params) { $this->notedWide('Category', true, $params); }
    public function hookActionObjectOrderStateUpdateBefore($params) { $this->notedWide('OrderState', false, $params); }
    public function hookActionObjectCurrencyUpdateBefore($params) { $this->notedWide('Currency', false, $params); }

    // Where the platform, or another module, changes records without their objects.
    public function hookActionOrderStatusPostUpdate($params) { $this->notedId('orders', $params['id_order'] ?? 0); }
    public function hookActionOrderEdited($params) { $this->notedId('orders', $params['order']->id ?? 0); }
    public function hookActionOrderSlipAdd($params) { $this->notedId('orders', $params['order']->id ?? 0); }
    public function hookActionValidateOrder($params) { $this->notedId('orders', $params['order']->id ?? 0); }
    public function hookActionCustomerAccountAdd($params) { $this->notedId('customers', $params['newCustomer']->id ?? 0); }
    public function hookActionUpdateQuantity($params) { $this->notedId('products', $params['id_product'] ?? 0); }
    public function hookActionProductUpdate($params) { $this->notedId('products', $params['id_product'] ?? $params['product']->id ?? 0); }

    private function noted(string $class, string $action, array $params): void
    {
        Guard::run(function () use ($class, $action, $params) {
            if (!isset($params['object']) || !is_object($params['object'])) {
                return;
            }
            Recorder::note(function (ChangedRecords $records) use ($class, $action, $params) {
                ObjectChange::note($records, $class, $action, $params['object']);
                if ($class === 'Address' && $action !== 'Add') {
                    OrdersOfAddress::note($records, new ShopDatabase(), (int) $params['object']->id);
                }
            });
        });
    }

    private function notedWide(string $class, bool $isDeleted, array $params): void
    {
        Guard::run(function () use ($class, $isDeleted, $params) {
            if (!isset($params['object']) || !is_object($params['object'])) {
                return;
            }
            Recorder::noteBefore(function (ChangedRecords $records) use ($class, $isDeleted, $params) {
                WideChange::note($records, new ShopDatabase(), $class, $isDeleted, $params['object']);
            });
        });
    }

    /** @param mixed $id */
    private function notedId(string $type, $id): void
    {
        Guard::run(function () use ($type, $id) {
            Recorder::note(function (ChangedRecords $records) use ($type, $id) {
                $records->add($type, (int) $id);
            });
        });
    }
}
